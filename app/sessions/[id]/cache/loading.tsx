import { LoadingLine } from "@/components/ui/loading-line";
import { readerSay } from "../../../words";

export default async function Loading() {
  const say = await readerSay();
  return (
    <main id="main">
      <LoadingLine>{say("Explaining the cache…")}</LoadingLine>
    </main>
  );
}
