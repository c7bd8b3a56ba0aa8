import { LoadingLine } from "@/components/ui/loading-line";

export default function Loading() {
  return (
    <main id="main">
      <LoadingLine>Reading the session…</LoadingLine>
    </main>
  );
}
