import { LoadingLine } from "@/components/ui/loading-line";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { readerSay } from "../words";

export default async function Loading() {
  const say = await readerSay();
  return (
    <main id="main">
      <h1 className="px-4 pt-3 font-semibold text-title max-sm:px-3">{say("All sessions")}</h1>
      <LoadingLine>{say("Reading your sessions…")}</LoadingLine>
      <SkeletonRows />
    </main>
  );
}
