"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useRequestCause } from "@/components/answer/answer-context";
import { viewHref } from "@/components/session/session-nav";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import type { AgentCache } from "@/lib/read-models/session-cache";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import type { RequestCause } from "@/lib/view-models/answer/cause-of-request";
import { toAlignedPair } from "@/lib/view-models/cache/aligned-pair";
import type { ReadDrop } from "@/lib/view-models/cache/read-drops";
import { AlignedPair } from "./aligned-pair";
import { CauseCard } from "./cause-card";
import { Difference } from "./difference";

type Props = {
  sessionId: string;
  agent: string;
  rows: readonly ShownRow[];
  own: AgentCache;
  /** Requests that read less than the one before, if the log cannot tell breaks. */
  drops: readonly ReadDrop[];
  selected: number;
  onSelect: (position: number) => void;
};

/**
 * What the selected request did to the cache: at a break its cause, what to do about it and the text that differs, and
 * always the two prompts against each other. It stands beside the list of breaks, or on a phone inside it.
 */
export function SelectedBreak({ sessionId, agent, rows, own, drops, selected, onSelect }: Props) {
  const say = useSay();
  const { lanes, breaks } = own;
  const pair = toAlignedPair({ rows, lanes, breaks }, selected, say);
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
          {card ? "" : isDrop ? say(": read less than the request before") : say(": no break here")}
        </h2>
        <BreakSteps
          stops={drops.length > 0 ? drops : breaks}
          labels={
            drops.length > 0
              ? [say("Previous of the list"), say("Next of the list")]
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
  /** Of the steps back and on. */
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
            ? say.known(answered.cause.change)
            : say("It belongs to the compaction and is part of its price.")}
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
