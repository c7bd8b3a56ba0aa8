import { LoadingLine } from "@/components/ui/loading-line";

export default function Loading() {
  return (
    <main id="main">
      <LoadingLine>Looking for what to change…</LoadingLine>
    </main>
  );
}
