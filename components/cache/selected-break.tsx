"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useRequestCause } from "@/components/answer/answer-context";
import { viewHref } from "@/components/session/session-nav";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import { concernedBlock } from "@/lib/cache/concerned-block";
import type { BreakCard } from "@/lib/read-models/break-cards";
import type { AgentCache } from "@/lib/read-models/session-cache";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import { nameOfBlock } from "@/lib/read-models/words/break-note";
import type { RequestCause } from "@/lib/view-models/answer/cause-of-request";
import { changeOf } from "@/lib/view-models/answer/cause-words";
import { toAlignedPair } from "@/lib/view-models/cache/aligned-pair";
import type { ReadDrop } from "@/lib/view-models/cache/read-drops";
import { formatTokens } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { AlignedPair } from "./aligned-pair";
import { CauseCard } from "./cause-card";

type Props = {
  sessionId: string;
  agent: string;
  rows: readonly ShownRow[];
  own: AgentCache;
  /** Requests that read less than the previous one, if the log cannot show breaks. */
  drops: readonly ReadDrop[];
  selected: number;
  onSelect: (position: number) => void;
};

/**
 * The selected request's effect on the cache: at a break its cause, the remedy and the differing text, and always the
 * two prompts against each other. Shown next to the list of breaks or, on a phone, inside it.
 */
export function SelectedBreak({ sessionId, agent, rows, own, drops, selected, onSelect }: Props) {
  const say = useSay();
  const { lanes, breaks } = own;
  const pair = toAlignedPair({ rows, lanes, breaks, drops }, selected, say);
  const card = breaks.find(({ at }) => at === selected);
  const isSimulated = rows[selected]?.isSimulated ?? false;
  const found = useRequestCause(rows[selected]?.index ?? -1);
  const answered = isSimulated ? undefined : found;
  const isDrop = drops.some(({ at }) => at === selected);
  return (
    <>
      <div className="flex h-8 items-center justify-between gap-2 border-line border-b px-4">
        <h2 className="tabular font-semibold text-small">
          {say("Request {selected}", { selected: selected + 1 })}
          {card ? "" : isDrop ? say(": read less than the previous request") : say(": no break here")}
        </h2>
        <BreakSteps
          stops={drops.length > 0 ? drops : breaks}
          labels={
            drops.length > 0
              ? [say("Previous in the list"), say("Next in the list")]
              : [say("Previous break"), say("Next break")]
          }
          selected={selected}
          onSelect={onSelect}
        />
      </div>
      {card ? <CauseCard card={card} isSimulated={isSimulated} answered={answered} /> : null}
      {pair ? <AlignedPair pair={pair} rows={rows} /> : null}
      {card ? <WhatToDo answered={answered} place={{ id: sessionId, agent, position: selected }} /> : null}
      {card ? <Difference card={card} /> : null}
    </>
  );
}

type StepsProps = {
  stops: readonly { readonly at: number }[];
  /** Labels of the previous and next buttons. */
  labels: readonly [string, string];
  selected: number;
  onSelect: (position: number) => void;
};

function BreakSteps({ stops, labels, selected, onSelect }: StepsProps) {
  const before = stops.findLast(({ at }) => at < selected)?.at;
  const after = stops.find(({ at }) => at > selected)?.at;
  const go = (position: number | undefined) => position !== undefined && onSelect(position);
  return (
    <div className="flex">
      <IconButton label={labels[0]} shortcut="[" disabled={before === undefined} onClick={() => go(before)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label={labels[1]} shortcut="]" disabled={after === undefined} onClick={() => go(after)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}

type DoProps = { answered: RequestCause | undefined; place: { id: string; agent: string; position: number } };

function WhatToDo({ answered, place }: DoProps) {
  const say = useSay();
  return (
    <section aria-label={say("What to do")} className="border-line border-t px-4 py-3">
      <h2 className="mb-1.5 font-semibold text-small">{say("What to do")}</h2>
      {answered === undefined ? null : (
        <p className="text-small">
          {answered.cause
            ? say(changeOf(answered.cause))
            : say("It belongs to the compaction and is part of its cost.")}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild size="sm">
          <Link href={viewHref("transcript", place) as never}>{say("Show in the transcript")}</Link>
        </Button>
        <Button asChild size="sm">
          <Link href={viewHref("compare", place) as never}>
            {say("Compare at #{position}", { position: place.position + 1 })}
          </Link>
        </Button>
      </div>
    </section>
  );
}

/** The text difference of the block in which the prompts differ; if the log lacks it, says which kind of log has it. */
function Difference({ card }: { card: BreakCard }) {
  const say = useSay();
  const { divergence } = card;
  return (
    <section aria-label={say("What differs")} className="min-w-0 border-line border-t px-4 py-3">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-small">{say("What differs, according to the log")}</h2>
        {divergence ? (
          <span className="tabular text-micro text-tx3">
            {say("after {tokens} tokens, {blocks} blocks", {
              tokens: formatTokens(divergence.sharedTokens),
              blocks: formatTokens(divergence.sharedBlocks),
            })}
          </span>
        ) : null}
      </div>
      {divergence ? <Shown divergence={divergence} /> : <NotHeld card={card} />}
    </section>
  );
}

type Divergence = NonNullable<BreakCard["divergence"]>;

function Shown({ divergence: { before, after, kind, difference } }: { divergence: Divergence }) {
  const say = useSay();
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
        tabIndex={0}
        aria-label={say("Text difference")}
        className="overflow-x-auto rounded-chip border border-line bg-s1 py-1 font-mono text-code"
      >
        <p className="px-3 text-tx2">
          {nameOf(concernedBlock({ kind, before, after }), say)} {say(kind)}
          {difference ? say(", at character {at}", { at: formatTokens(difference.at) }) : ""}
        </p>
        <Line
          sign="−"
          text={difference?.before ?? nameOf(before, say)}
          isShown={before !== null && kind !== "inserted"}
        />
        <Line sign="+" text={difference?.after ?? nameOf(after, say)} isShown={after !== null && kind !== "removed"} />
      </section>
      {difference ? null : (
        <p className="mt-2 text-small text-tx2">
          {say("The two blocks differ in kind; their texts are in the transcript.")}
        </p>
      )}
    </>
  );
}

function nameOf(block: Divergence["before"], say: Say): string {
  return block === null
    ? say("nothing")
    : `${[say(block.role ?? ""), nameOfBlock(block, say)].filter(Boolean).join(" ")} (${formatTokens(block.tokens)})`;
}

function Line({ sign, text, isShown }: { sign: "−" | "+"; text: string; isShown: boolean }) {
  const say = useSay();
  if (!isShown) return null;
  const isAdded = sign === "+";
  return (
    <div className={`flex min-w-full gap-2 px-3 ${isAdded ? "bg-addbg text-addtx" : "bg-delbg text-deltx"}`}>
      <span className="select-none">
        <span aria-hidden>{sign}</span>
        <span className="sr-only">{isAdded ? say("Added") : say("Removed")}</span>
      </span>
      <span className="whitespace-pre-wrap break-words">{text}</span>
    </div>
  );
}

/** Without a difference in the log, either the tools or the system prompt changed, or no text did. */
function NotHeld({ card: { cause } }: { card: BreakCard }) {
  const say = useSay();
  if (["ttl-expiry", "refused", "model-switch", "below-minimum"].includes(cause))
    return (
      <p className="text-small text-tx2">{say("The text is identical; it was just not in this model’s cache.")}</p>
    );
  return (
    <p className="text-small text-tx2">
      {say(
        "The log shows no difference: both prompts are the same up to the end of the earlier one. The tools and system prompt may be missing from the log. To compare them, import a proxy capture of the session.",
      )}
    </p>
  );
}
