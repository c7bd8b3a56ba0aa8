"use client";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { answeredName } from "@/components/session/answered-name";
import { BreakLetter } from "@/components/ui/break-letter";
import { Chip } from "@/components/ui/chip";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { useSay } from "@/components/words/words-provider";
import type { BreakEvidence } from "@/lib/cache/break-evidence";
import type { BreakCard } from "@/lib/read-models/break-cards";
import { breakEvidence } from "@/lib/read-models/words/break-evidence";
import { formatLostMoney, formatLostTokens } from "@/lib/read-models/words/format-loss";
import type { RequestCause } from "@/lib/view-models/answer/cause-of-request";
import { formatDuration, formatGap } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";

type Props = {
  card: BreakCard;
  isSimulated: boolean;
  /** The answer about the break; undefined for a simulated break. */
  answered: RequestCause | undefined;
};

/** Explains why the prefix was not read: the cause, its certainty, its cost, evidence for and against it. */
export function CauseCard({ card, isSimulated, answered }: Props) {
  const say = useSay();
  const { rates, tier } = card;
  const confidence = answered?.cause?.confidence ?? card.confidence;
  const basis = isSimulated ? "simulated" : "exact";
  return (
    <section aria-label={say("Cause")} className="min-w-0 px-4 py-3">
      <div className="mb-2 flex items-center gap-2">
        <BreakLetter letter={card.letter} isExpected={card.is_expected} />
        <h2 className="font-semibold text-base">{say(answeredName(answered, card.cause))}</h2>
        <Chip>{confidence === "unknown" ? say("not proven") : say(confidence)}</Chip>
        {isSimulated ? <Chip tone="dashed">{say("simulated")}</Chip> : null}
      </div>
      <dl className="mb-2 flex flex-wrap gap-y-2">
        <Figure
          value={formatLostTokens(card)}
          label={
            <ProvenanceMark
              basis={basis}
              detail={
                isSimulated
                  ? say("By these rules, these tokens would have been cached but not read.")
                  : earlierUsage(card.most_lost !== undefined, say)
              }
            >
              {say("tokens lost")}
            </ProvenanceMark>
          }
        />
        <Figure
          value={formatLostMoney(card, say)}
          label={
            <ProvenanceMark basis={basis} detail={say("Tokens lost × (price charged − cache-read price).")}>
              {rates
                ? say("at {paid} − {read} per M", { paid: rate(rates.paid), read: rate(rates.read) })
                : say("no price known")}
            </ProvenanceMark>
          }
        />
        <Figure
          value={formatGap(card.gap_seconds, say)}
          label={
            tier
              ? say("pause; entries live {time}", {
                  time: `${tier.is_logged ? "" : "~"}${formatDuration(tier.seconds, say)}`,
                })
              : say("pause; how long entries live is unknown")
          }
        />
      </dl>
      <ul className="space-y-1 text-small">
        {card.evidence.map((fact) => (
          <Evidence key={JSON.stringify(fact)} isFor fact={fact} />
        ))}
        {card.against.map((fact) => (
          <Evidence key={JSON.stringify(fact)} isFor={false} fact={fact} />
        ))}
      </ul>
    </section>
  );
}

const earlierUsage = (isAtMost: boolean, say: Say): string =>
  isAtMost
    ? say("The log reports no cache writes, so the number of cached tokens that were not read is a range.")
    : say("Earlier usage shows that these tokens were cached, but they were not read.");

/** `$10.00`, `$1.25`, `$0.075`: two decimals as in the model table, more if the price has more. */
const rate = (dollars: number) => {
  const exact = `${Number(dollars.toFixed(4))}`;
  return `$${/\.\d{3}/.test(exact) ? exact : dollars.toFixed(2)}`;
};

function Figure({ value, label }: { value: string; label: ReactNode }) {
  return (
    <div className="tabular flex flex-col border-line border-l px-4 first:border-l-0 first:pl-0 last:pr-0">
      <dt className="-my-1 order-2 flex min-h-6 items-center text-micro text-tx3">{label}</dt>
      <dd className="order-1 font-semibold text-title">{value}</dd>
    </div>
  );
}

function Evidence({ isFor, fact }: { isFor: boolean; fact: BreakEvidence }) {
  const say = useSay();
  const Icon = isFor ? Check : X;
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 stroke-[1.75] ${isFor ? "text-good" : "text-tx3"}`} />
      <span className="min-w-0 break-words">
        <span className="sr-only">{isFor ? say("For: ") : say("Ruled out: ")}</span>
        {breakEvidence(fact, say)}
      </span>
    </li>
  );
}
