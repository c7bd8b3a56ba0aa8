import { useSay } from "@/components/words/words-provider";
import { logGaps } from "@/lib/view-models/session/log-gaps";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import { GapList } from "./gap-list";
import { InspectorSection } from "./inspector-section";

/** What the log of a request without usage cannot say, and what would; nothing if the provider reported it. */
export function LogGaps({ row }: { row: RequestRow }) {
  const say = useSay();
  if (logGaps(row).length === 0) return null;
  return (
    <InspectorSection title={say("What this log cannot say, and what would")}>
      <GapList gaps={logGaps(row)} />
    </InspectorSection>
  );
}
