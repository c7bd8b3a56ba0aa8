import { BreakLetter } from "@/components/ui/break-letter";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import { formatMoney, formatTokens } from "@/lib/wording/number-format";
import type { BreakJson } from "../../lib/api/schemas/request-row";
import { breakName } from "./break-name";
import { InspectorSection } from "./inspector-section";

/** Explains why the cached prefix was not read: the cause, how certain it is, what it cost, and the evidence. */
export function InspectorBreak({ found }: { found: BreakJson }) {
  const say = useSay();
  return (
    <InspectorSection title={say("Cache break")}>
      <div className="mb-2 flex items-center gap-2">
        <BreakLetter letter={found.letter} isExpected={found.is_expected} />
        <span className="font-semibold text-base">{say.known(breakName(found.cause))}</span>
        <Chip className="ml-auto">
          {found.confidence === "unknown" ? say("not proven") : say.known(found.confidence)}
        </Chip>
      </div>
      <dl className="tabular mb-2 flex">
        <Figure value={formatTokens(found.lost_tokens)} label={say("tokens lost")} />
        <Figure value={formatMoney(found.lost_cost?.amount ?? null)} label={say("more than a cache read")} />
      </dl>
      <ul className="list-disc space-y-1 pl-4 text-small text-tx2 marker:text-tx3">
        {sentences(found.evidence).map((sentence) => (
          <li key={sentence}>{say.known(sentence)}</li>
        ))}
      </ul>
    </InspectorSection>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col border-line border-l px-3 first:border-l-0 first:pl-0">
      <dd className="order-1 font-semibold text-title">{value}</dd>
      <dt className="order-2 text-micro text-tx3">{label}</dt>
    </div>
  );
}

/** Splits the evidence, which is one text, into its sentences. */
const sentences = (evidence: string): string[] => evidence.split(/(?<=[.!?])\s+(?=[A-Z0-9])/).filter(Boolean);
