"use client";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { formatCompaction, formatTokens } from "@/lib/wording/number-format";
import type { MessageRow } from "../../lib/api/schemas/message-row";
import type { CompactionRow } from "../../lib/read-models/compactions";
import { clockSeconds } from "./local-time";
import { PartBody } from "./part-body";

/** Loaded when a loss is first unfolded. */
const CompactionLoss = dynamic(() => import("./compaction-loss").then((module) => module.CompactionLoss), {
  ssr: false,
});

type Props = {
  sessionId: string;
  message: MessageRow;
  at: number;
  fact: CompactionRow | undefined;
  number: number;
  isUnfolded: (part: string) => boolean;
  onUnfold: (part: string, isUnfolded: boolean) => void;
};

const TRIGGER: Readonly<Record<string, string>> = { auto: "automatic", manual: "manual" };

/** What was lost can be measured only with a request before the compaction and one after it. */
const isMeasurable = ({ at, after }: CompactionRow) => at > 0 && after !== null;

/** A compaction in the transcript: what the client inserted in place of the older messages. */
export function CompactionCard({ sessionId, message, at, fact, number, isUnfolded, onUnfold }: Props) {
  const say = useSay();
  const tokens = message.parts.reduce((sum, part) => sum + part.tokens, 0);
  const lossKey = `loss of ${message.id}`; // a key for `useFolds` that equals no part's id
  const isOpen = isUnfolded(lossKey);
  return (
    <section aria-label={say("Compaction {number}", { number })} className="px-4 py-3 max-sm:px-3">
      <div className="tabular mb-3 flex items-center gap-3 text-small before:h-px before:flex-1 before:bg-tx after:h-px after:flex-1 after:bg-tx">
        <span className="font-semibold">{formatCompaction(fact?.before ?? null, fact?.after ?? null)}</span>
        <span className="text-tx3">
          {fact?.after === null ? say("after request {at}", { at }) : say("before request {at}", { at: at + 1 })}
        </span>
      </div>
      <div className="rounded-control border border-line2 px-3 py-2">
        <div className="flex flex-wrap items-center gap-2 text-small">
          <Swatch kind="summary" />
          <span className="font-semibold">{say("Compaction {number}", { number })}</span>
          {fact && TRIGGER[fact.trigger] ? <Chip>{say.known(TRIGGER[fact.trigger] ?? "")}</Chip> : null}
          <span className="tabular text-tx2">
            {say("summary of {tokens} tokens", { tokens: formatTokens(tokens) })}
            {fact?.before == null
              ? null
              : say(", prompt {before} → {after}", {
                  before: formatTokens(fact.before),
                  after: formatTokens(fact.after),
                })}
          </span>
          <time className="ml-auto text-tx3" suppressHydrationWarning>
            {clockSeconds(fact?.time ?? message.time)}
          </time>
        </div>
        {message.parts.map((part) => (
          <PartBody
            key={part.id}
            sessionId={sessionId}
            part={part}
            promptTokens={null}
            isGone={false}
            isSelected={false}
            isUnfolded={isUnfolded(part.id)}
            onSelect={() => {}}
            onUnfold={onUnfold}
          />
        ))}
        {fact && isMeasurable(fact) ? (
          <>
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => onUnfold(lossKey, !isOpen)}
              className="touch-target -ml-1 mt-1 flex h-7 items-center gap-1 rounded-control px-1 font-semibold text-small hover:bg-s2"
            >
              <ChevronRight aria-hidden className={cn("size-4 stroke-[1.75] text-tx3", isOpen && "rotate-90")} />
              {say("What was lost")}
              <span className="font-normal text-micro text-tx3">{say("measured by what the agent needed later")}</span>
            </button>
            {isOpen ? <CompactionLoss sessionId={sessionId} agent={message.agent} index={number - 1} /> : null}
          </>
        ) : (
          <p className="mt-2 text-micro text-tx3">
            {say("What was lost cannot be measured: the log has no request on both sides of it.")}
          </p>
        )}
      </div>
    </section>
  );
}
