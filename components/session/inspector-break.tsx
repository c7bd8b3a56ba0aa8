import { useRequestCause } from "@/components/answer/answer-context";
import { BreakLetter } from "@/components/ui/break-letter";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import { formatAmount } from "@/lib/view-models/answer/format-amount";
import { formatMoney, formatTokens } from "@/lib/wording/number-format";
import type { BreakJson } from "../../lib/api/schemas/request-row";
import { breakName } from "./break-name";
import { InspectorSection } from "./inspector-section";

type Props = {
  found: BreakJson;
  /** Of the request over all agents. */
  index: number;
};

/** Explains why the cached prefix was not read: the cause of the answer, what it cost, and the evidence. */
export function InspectorBreak({ found, index }: Props) {
  const say = useSay();
  const answered = useRequestCause(index);
  const cause = answered?.cause ?? null;
  const confidence = cause?.confidence ?? found.confidence;
  return (
    <InspectorSection title={say("Cache break")}>
      <div className="mb-2 flex items-center gap-2">
        <BreakLetter letter={answered?.letter ?? found.letter} isExpected={answered?.isExpected ?? found.is_expected} />
        <span className="font-semibold text-base">{say.known(cause?.name ?? breakName(found.cause))}</span>
        <Chip className="ml-auto">{confidence === "unknown" ? say("not proven") : say.known(confidence)}</Chip>
      </div>
      <dl className="tabular mb-2 flex">
        <Figure value={formatTokens(found.lost_tokens)} label={say("tokens lost")} />
        <Figure value={formatMoney(found.lost_cost?.amount ?? null)} label={say("more than a cache read")} />
      </dl>
      {cause === null || answered?.rank == null ? null : (
        <p className="mb-2 text-small">
          {say("One of {count} in cause {rank} ({money}).", {
            count: cause.evidence.count,
            rank: answered.rank,
            money: formatAmount(cause.money, say),
          })}
        </p>
      )}
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
