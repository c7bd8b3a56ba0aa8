"use client";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Swatch } from "@/components/ui/swatch";
import { useSay } from "@/components/words/words-provider";
import { formatCompaction, formatTokens } from "@/lib/wording/number-format";
import { type Sentence, sentence } from "@/lib/wording/say";
import type { MessageRow } from "../../lib/api/schemas/message-row";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { CompactionRow } from "../../lib/read-models/compactions";
import { clockSeconds } from "./local-time";
import { PartBody } from "./part-body";
import { PartRow } from "./part-row";
import { isLive, type TranscriptRow } from "./transcript-rows";
import type { Folds } from "./use-folds";

type Props = {
  item: TranscriptRow;
  folds: Folds;
  sessionId: string;
  row: RequestRow;
  selected: number;
  part: string | null;
  onPart: (part: string) => void;
  compactions: readonly CompactionRow[];
  onReceipt: (number: number) => void;
};

/** Height in pixels of a message that is not loaded, about that of an average message. */
export const PENDING_HEIGHT = 72;

export function TranscriptItem({ item, folds, ...props }: Props) {
  if (item.type === "pending") return <div className="border-line border-b" style={{ height: PENDING_HEIGHT }} />;
  if (item.type === "answer") return <AnswerRule selected={props.selected} />;
  if (item.type === "compaction") {
    const own = props.compactions.findIndex((fact) => fact.summary_message_id === item.message.id);
    const index = own < 0 ? props.compactions.findIndex(({ at }) => at === item.at) : own;
    return (
      <CompactionCard
        sessionId={props.sessionId}
        message={item.message}
        at={item.at}
        fact={props.compactions[index]}
        number={index + 1}
        isUnfolded={folds.isUnfolded}
        onUnfold={folds.set}
        onReceipt={props.onReceipt}
      />
    );
  }
  const { part } = item;
  return (
    <PartRow
      sessionId={props.sessionId}
      part={part}
      promptTokens={isLive(part, props.selected) ? props.row.prompt_tokens : null}
      isGone={item.isGone}
      isSelected={part.id === props.part}
      isUnfolded={folds.isUnfolded(part.id)}
      onSelect={props.onPart}
      onUnfold={folds.set}
    />
  );
}

/** The line between the selected request's prompt above and its answer below. */
function AnswerRule({ selected }: { selected: number }) {
  const say = useSay();
  return (
    <p className="flex h-8 items-center gap-3 border-line border-b bg-s1 px-4 max-sm:px-3 text-micro text-tx3">
      <span className="font-medium text-tx2">{say("Answer to request {selected}", { selected: selected + 1 })}</span>
      {say("in the prompt starting with the next request")}
    </p>
  );
}

type CompactionCardProps = {
  sessionId: string;
  message: MessageRow;
  at: number;
  fact: CompactionRow | undefined;
  number: number;
  isUnfolded: (part: string) => boolean;
  onUnfold: (part: string, isUnfolded: boolean) => void;
  /** Opens the receipt of the compaction with that number, from 1. */
  onReceipt: (number: number) => void;
};

const TRIGGER: Readonly<Record<string, Sentence>> = { auto: sentence("automatic"), manual: sentence("manual") };

/** A loss can be measured only if there is a request before the compaction. */
const isMeasurable = ({ at }: CompactionRow) => at > 0;

/** A compaction in the transcript: what the client inserted in place of the older messages. */
export function CompactionCard(props: CompactionCardProps) {
  const { sessionId, message, at, fact, number, isUnfolded, onUnfold, onReceipt } = props;
  const say = useSay();
  const tokens = message.parts.reduce((sum, part) => sum + part.tokens, 0);
  const name = fact ? say("Compaction {number}", { number }) : say("Compaction");
  const trigger = fact ? TRIGGER[fact.trigger] : undefined;
  return (
    <section aria-label={name} className="px-4 py-3 max-sm:px-3">
      <div className="tabular mb-3 flex items-center gap-3 text-small before:h-px before:flex-1 before:bg-tx after:h-px after:flex-1 after:bg-tx">
        <span className="font-semibold">{formatCompaction(fact?.before ?? null, fact?.after ?? null)}</span>
        <span className="text-tx3">
          {fact?.after === null ? say("after request {at}", { at }) : say("before request {at}", { at: at + 1 })}
        </span>
      </div>
      <div className="rounded-control border border-line2 px-3 py-2">
        <div className="flex flex-wrap items-center gap-2 text-small">
          <Swatch kind="summary" />
          <span className="font-semibold">{name}</span>
          {trigger ? <Chip>{say(trigger)}</Chip> : null}
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
          <Button size="sm" className="mt-2" aria-haspopup="dialog" onClick={() => onReceipt(number)}>
            {say("What was lost")}
          </Button>
        ) : (
          <p className="mt-2 text-micro text-tx3">
            {say("What was lost cannot be measured: the log has no request before it.")}
          </p>
        )}
      </div>
    </section>
  );
}
