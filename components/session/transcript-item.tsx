"use client";
import { useRequestCause } from "@/components/answer/answer-context";
import { BreakLetter } from "@/components/ui/break-letter";
import { useSay } from "@/components/words/words-provider";
import { formatTokens } from "@/lib/wording/number-format";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { CompactionRow } from "../../lib/read-models/compactions";
import { breakName } from "./break-name";
import { CompactionCard } from "./compaction-card";
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
};

/** Height in pixels of a message that is not loaded, about that of an average message. */
export const PENDING_HEIGHT = 72;

export function TranscriptItem({ item, folds, ...props }: Props) {
  if (item.type === "pending") return <div className="border-line border-b" style={{ height: PENDING_HEIGHT }} />;
  if (item.type === "answer") return <AnswerRule selected={props.selected} />;
  if (item.type === "break")
    return props.row.break ? <BreakRule found={props.row.break} index={props.row.index} /> : null;
  if (item.type === "compaction") {
    const index = props.compactions.findIndex(({ at }) => at === item.at);
    return (
      <CompactionCard
        sessionId={props.sessionId}
        message={item.message}
        at={item.at}
        fact={props.compactions[index]}
        number={index + 1}
        isUnfolded={folds.isUnfolded}
        onUnfold={folds.set}
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

/** The line from which on the prompt is new, where the cache broke although what stands above it was as before. */
function BreakRule({ found, index }: { found: NonNullable<RequestRow["break"]>; index: number }) {
  const say = useSay();
  const answered = useRequestCause(index);
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-3 border-line border-b bg-accbg px-4 max-sm:px-3 py-1 text-micro text-tx2">
      <BreakLetter letter={answered?.letter ?? found.letter} isExpected={answered?.isExpected ?? found.is_expected} />
      <span className="font-medium text-small text-tx">{say("Paid again from here")}</span>
      {say("{cause}: {tokens} tokens were in the cache and not used.", {
        cause: say.known(answered?.cause?.name ?? breakName(found.cause)),
        tokens: formatTokens(found.lost_tokens),
      })}
    </p>
  );
}

/** The line between the prompt of the selected request, above it, and the answer, below it. */
function AnswerRule({ selected }: { selected: number }) {
  const say = useSay();
  return (
    <p className="flex h-8 items-center gap-3 border-line border-b bg-s1 px-4 max-sm:px-3 text-micro text-tx3">
      <span className="font-medium text-tx2">{say("Answer to request {selected}", { selected: selected + 1 })}</span>
      {say("in the prompt from the next request on")}
    </p>
  );
}
