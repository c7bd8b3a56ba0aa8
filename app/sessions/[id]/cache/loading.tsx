import { LoadingLine } from "@/components/ui/loading-line";

export default function Loading() {
  return (
    <main id="main">
      <LoadingLine>Explaining the cache…</LoadingLine>
    </main>
  );
}
