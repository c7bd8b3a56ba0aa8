import { useSay } from "@/components/words/words-provider";
import type { BreakJson } from "@/lib/api/schemas/request-row";
import { breakEvidence } from "@/lib/read-models/words/break-evidence";

/** The evidence of a cache break. */
export function BreakFacts({ facts }: Pick<BreakJson, "facts">) {
  const say = useSay();
  return (
    <ul className="list-disc space-y-1 pl-4 text-small text-tx2 marker:text-tx3">
      {facts.map((fact) => (
        <li key={JSON.stringify(fact)}>{breakEvidence(fact, say)}</li>
      ))}
    </ul>
  );
}
