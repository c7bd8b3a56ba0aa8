"use client";
import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import { changeBy, nameOf } from "@/lib/view-models/answer/cause-words";
import { formatCauseMoney, formatCauseShare } from "@/lib/view-models/answer/ranked-causes";
import { formatRequestReference, formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { CauseLetter } from "./cause-letter";
import { EvidenceDialog } from "./evidence-dialog";
import { RecordDialog } from "./record-dialog";

/** The server renders the note, so the browser loads the note's many sentences only after the page. */
const CauseNote = dynamic(() => import("./cause-note").then((module) => module.CauseNote));

type Props = {
  id: string;
  cause: CostCause;
  answer: Pick<CostAnswer, "cache">;
  /** From 1. */
  rank: number;
  of: number;
  isChosen: boolean;
  onChoose: (cause: CostCause) => void;
  onOpen: (cause: CostCause) => void;
};

const GRID =
  "grid grid-cols-[20px_minmax(0,1fr)_176px_84px_minmax(0,300px)_148px] items-center gap-x-4 max-lg:grid-cols-[20px_minmax(0,1fr)_176px_148px] max-sm:grid-cols-[20px_minmax(0,1fr)]";

/** A cause: name and evidence, cost, frequency, remedy, and one button. */
export function CauseRow({ id, cause, answer, rank, of, isChosen, onChoose, onOpen }: Props) {
  const say = useSay();
  const isOnPhone = isChosen ? "" : "max-sm:hidden";
  return (
    <li
      aria-current={isChosen ? "true" : undefined}
      className={cn(
        GRID,
        "relative min-h-12 border-line border-b px-4 py-1.5 hover:bg-s2 max-sm:px-3",
        isChosen && "bg-accbg shadow-[inset_2px_0_0_var(--acc)] hover:bg-accbg",
      )}
    >
      <span aria-hidden className="tabular text-small text-tx3">
        {rank}
      </span>
      <div className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <CauseLetter cause={cause} />
          <button
            type="button"
            onClick={() => onChoose(cause)}
            className="min-w-0 truncate text-left font-medium text-base after:absolute after:inset-0 max-sm:whitespace-normal"
          >
            <span className="sr-only">{say("Cause {rank} of {of}: ", { rank, of })}</span>
            {say(nameOf(cause))}
          </button>
          <Chip>{cause.confidence}</Chip>
        </span>
        <CauseNote cause={cause} className="block truncate text-micro text-tx2 max-sm:hidden" />
      </div>
      <Money cause={cause} say={say} />
      <span className={cn("relative z-10 max-lg:hidden max-sm:col-start-2 max-sm:block", isOnPhone)}>
        {isCopied(cause) ? (
          <EvidenceDialog {...{ id, cause, answer }}>
            <button type="button" className="text-left text-acc text-small underline-offset-2 hover:underline">
              {countText(cause, say)}
            </button>
          </EvidenceDialog>
        ) : (
          <span className="text-small text-tx2">{countText(cause, say)}</span>
        )}
      </span>
      <span
        title={cause.setting?.text}
        className={cn(
          "line-clamp-2 text-small max-lg:col-span-3 max-lg:col-start-2 max-lg:row-start-2 max-sm:col-span-1 max-sm:col-start-2 max-sm:row-start-auto",
          isOnPhone,
        )}
      >
        {changeBy(cause, say)}
      </span>
      <span className={cn("relative z-10 justify-self-end max-sm:col-start-2 max-sm:justify-self-start", isOnPhone)}>
        <Action {...{ id, cause, answer, onOpen, say }} isFirst={rank === 1} />
      </span>
    </li>
  );
}

/** Money, its share, and a bar; a range is drawn from its low to its high end. */
function Money({ cause, say }: { cause: CostCause; say: Say }) {
  const { money, share, tokens } = cause;
  return (
    <span className="tabular min-w-0 max-sm:col-start-2">
      <span className="flex items-baseline gap-1.5">
        <span className={cn("whitespace-nowrap font-semibold text-figure", money.kind === "unknown" && "text-tx3")}>
          {formatCauseMoney(cause, say)}
        </span>
        <span className="truncate text-small text-tx2">
          {share === null
            ? say("{tokens} tokens", { tokens: formatTokens(tokens) })
            : formatCauseShare(cause.id, share)}
        </span>
      </span>
      {share === null ? null : (
        <span aria-hidden className="data-fill relative mt-0.5 block h-1 bg-s3">
          <span
            className="absolute inset-y-0 bg-tx2"
            style={{
              left: `${(share.low === share.high ? 0 : share.low) * 100}%`,
              right: `${(1 - share.high) * 100}%`,
            }}
          />
        </span>
      )}
    </span>
  );
}

/** Whether the row's button copies a setting; otherwise it opens the evidence. */
const isCopied = (cause: CostCause): cause is CostCause & { setting: NonNullable<CostCause["setting"]> } =>
  cause.action === "copy-setting" && Boolean(cause.setting);

type ActionProps = Pick<Props, "id" | "cause" | "answer" | "onOpen"> & { isFirst: boolean; say: Say };

function Action({ id, cause, answer, onOpen, isFirst, say }: ActionProps) {
  const variant = isFirst ? "primary" : "outline";
  const [first] = cause.evidence.requests;
  if (isCopied(cause)) return <CopyButton text={cause.setting.text} label={say("Copy setting")} variant={variant} />;
  if (cause.action === "see-parts")
    return (
      <EvidenceDialog {...{ id, cause, answer }}>
        <Button variant={variant}>{say("See the content")}</Button>
      </EvidenceDialog>
    );
  if (cause.action === "record")
    return (
      <RecordDialog id={id} cause={cause}>
        <Button variant={variant}>{say("How to find out")}</Button>
      </RecordDialog>
    );
  if (cause.evidence.count === 1 && first)
    return (
      <Button variant={variant} onClick={() => onOpen(cause)}>
        {say("See {request}", { request: formatRequestReference(first.number - 1) })}
      </Button>
    );
  return (
    <EvidenceDialog {...{ id, cause, answer }}>
      <Button variant={variant}>{say("See the {count} requests", { count: cause.evidence.count })}</Button>
    </EvidenceDialog>
  );
}

/** `30 requests`, `13 edits`. */
function countText({ evidence: { count, noun } }: Pick<CostCause, "evidence">, say: Say): string {
  switch (noun) {
    case "requests":
      return say("{count, plural, one {# request} other {# requests}}", { count });
    case "edits":
      return say("{count, plural, one {# edit} other {# edits}}", { count });
    case "outputs":
      return say("{count, plural, one {# output} other {# outputs}}", { count });
    case "errors":
      return say("{count, plural, one {# error} other {# errors}}", { count });
    case "lists":
      return say("{count, plural, one {# list} other {# lists}}", { count });
    case "tools":
      return say("{count, plural, one {# tool} other {# tools}}", { count });
  }
}
