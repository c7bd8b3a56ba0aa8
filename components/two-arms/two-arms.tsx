"use client";
import { Link as LinkIcon } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useMemo, useState } from "react";
import { NoOwnSessions } from "@/components/shell/no-own-sessions";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { Fold } from "@/components/ui/fold";
import { LoadingLine } from "@/components/ui/loading-line";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { type Change, changeSentence, choiceOfChange } from "@/lib/view-models/spend/newest-change";
import { armNames, type TwoArmsChoice, twoArmsBodyOf } from "@/lib/view-models/two-arms/two-arms-choice";
import { type PairRow, type TwoArmsView, toTwoArmsView } from "@/lib/view-models/two-arms/two-arms-view";
import { joinSentences } from "@/lib/wording/join-sentences";
import { problemText } from "@/lib/wording/problem-text";
import type { ArmSessionChoice } from "./arm-session-choice";
import { ArmsToolbar } from "./arms-toolbar";
import { BillTable } from "./bill-table";
import { type ChangeChoice, useTwoArms, useTwoArmsChoice } from "./use-two-arms";

type TwoArmsProps = {
  sessions: readonly ArmSessionChoice[];
  /** The newest change that the logs show; null if there is none. */
  change: Change | null;
};

/**
 * Two groups of sessions, one verdict: before and after the newest change until the reader chooses others.
 * The URL contains the choice; the answer follows it.
 */
export function TwoArms({ sessions, change }: TwoArmsProps) {
  const say = useSay();
  const first = useMemo(() => (change === null ? null : choiceOfChange(change)), [change]);
  const [choice, onChange] = useTwoArmsChoice(first);
  const [isChoosing, setChoosing] = useState(false);
  const { shown, isCurrent } = useTwoArms(choice);
  const view = shown?.answer.ok ? toTwoArmsView(shown.answer.value, armNames(shown.choice, say), say) : null;
  const isComplete = twoArmsBodyOf(choice) !== null;
  const hasSessions = sessions.length > 0;
  const isOfChange = first !== null && choice.by === "date" && choice.date === first.date;
  return (
    <>
      {change !== null && isOfChange ? (
        <p className="px-4 py-2 text-tx2 max-sm:px-3">
          {say("{change} Did it help?", { change: changeSentence(change, say) })}
        </p>
      ) : null}
      {view ? <VerdictStrip view={view} /> : null}
      {hasSessions && !isComplete && !isChoosing ? <ExampleVerdict onChoose={() => setChoosing(true)} /> : null}
      {hasSessions && (isComplete || isChoosing) ? (
        <Fold
          title={isComplete ? say("Compare something else") : say("Choose what to compare")}
          note={say("another day, folders, clients, titles or single sessions")}
          isOpen={isChoosing}
          onToggle={() => setChoosing(!isChoosing)}
        >
          <ArmsToolbar sessions={sessions} choice={choice} isComplete={isComplete} onChange={onChange} />
          {choice.by === "hand" ? <ArmsHand sessions={sessions} choice={choice} onChange={onChange} /> : null}
          {isComplete ? null : <HowTo />}
        </Fold>
      ) : null}
      {isComplete && !isCurrent ? <LoadingLine>{say("Reading the bills of both groups…")}</LoadingLine> : null}
      {hasSessions ? null : <NothingToCompare />}
      {shown && !shown.answer.ok ? (
        <ErrorState title={say("These groups cannot be compared")} code={shown.answer.failure}>
          {problemText(shown.answer.failure, say)}
        </ErrorState>
      ) : null}
      {view && view.rows.length === 0 ? <LeftOut groups={view.leftOut} /> : null}
      {view && view.rows.length > 0 ? (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_484px] border-line2 border-t max-lg:grid-cols-1">
          <BillTable view={view} pairs={shown?.answer.ok ? shown.answer.value.pairs : 0} />
          <PairList view={view} />
        </div>
      ) : null}
    </>
  );
}

function NothingToCompare() {
  const say = useSay();
  return (
    <NoOwnSessions>
      <p>{say("You have not imported any sessions of your own. Import sessions with and without the tool.")}</p>
      <p className="mt-2">
        <WhatArmsAre />
      </p>
    </NoOwnSessions>
  );
}

/** A sample answer, shown while the logs have no change of setting. */
function ExampleVerdict({ onChoose }: { onChoose: () => void }) {
  const say = useSay();
  return (
    <section aria-label={say("Example of an answer")} className="px-4 py-3 max-sm:px-3">
      <p>
        {say(
          "Your logs show no settings change yet. Choose a day, two folders or two clients to compare what your tasks cost.",
        )}
      </p>
      <Button variant="primary" className="mt-3" onClick={onChoose}>
        {say("Choose what to compare")}
      </Button>
      <p className="mt-6 max-w-[68ch] border-line2 border-l-2 pl-3">
        <Chip className="mr-2 align-[1px]">{say("example")}</Chip>
        <span className="font-semibold">{say("Since 10 February: 12.4 % cheaper per task (4.1 to 20.3).")}</span>
      </p>
    </section>
  );
}

function HowTo() {
  const say = useSay();
  return (
    <div className="max-w-[68ch] px-4 py-3 text-small text-tx2 max-sm:px-3">
      <p className="font-semibold text-base text-tx">{say("Choose two groups")}</p>
      <p className="mt-1">
        <WhatArmsAre />
      </p>
    </div>
  );
}

function WhatArmsAre() {
  const say = useSay();
  return say(
    "Group A is without the tool, or before the change; group B is with it, or after. Sessions with the same first prompt form pairs. Their bills are compared part by part, and only a difference above the noise between your repeats counts.",
  );
}

/** The verdict in one sentence, and what changed; both can be copied, as can the link. */
function VerdictStrip({ view }: { view: TwoArmsView }) {
  const say = useSay();
  return (
    <section
      aria-label={say("Verdict")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line2 border-t bg-s1 px-4 py-2.5 max-sm:px-3"
    >
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p role="status" className="font-semibold">
          {view.chip === null ? null : <Chip className="mr-2 align-[1px]">{view.chip}</Chip>}
          {view.sentence}
        </p>
        <p className="text-small text-tx2">{view.detail}</p>
      </div>
      {view.rows.length === 0 ? null : (
        <span className="flex gap-2">
          <CopyButton label={say("Copy the verdict")} text={joinSentences([view.sentence, view.detail], say)} />
          <CopyButton label={say("Copy link")} icon={<LinkIcon aria-hidden />} text={() => window.location.href} />
        </span>
      )}
    </section>
  );
}

const ARMS = [
  { value: "none", label: "–" },
  { value: "a", label: "A" },
  { value: "b", label: "B" },
] as const;

type Props = { sessions: readonly ArmSessionChoice[]; choice: TwoArmsChoice; onChange: ChangeChoice };

/** Assigns sessions to the groups one by one. */
function ArmsHand({ sessions, choice, onChange }: Props) {
  const say = useSay();
  const [text, setText] = useState("");
  const { handA, handB } = choice;
  const fits = sessions.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const put = (id: string, arm: "none" | "a" | "b") => {
    const without = (ids: readonly string[]) => ids.filter((other) => other !== id);
    onChange({
      handA: arm === "a" ? [...without(handA), id] : without(handA),
      handB: arm === "b" ? [...without(handB), id] : without(handB),
    });
  };
  return (
    <section aria-label={say("Sessions in the groups")} className="px-4 py-2 max-sm:px-3">
      <div className="flex items-center gap-3">
        <TextInput
          aria-label={say("Title of a session")}
          placeholder={say("Filter by title")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-56"
        />
        <span className="text-micro text-tx3">{say("{a} in A, {b} in B", { a: handA.length, b: handB.length })}</span>
      </div>
      <ul className="mt-2 max-h-64 overflow-y-auto border-line border-t">
        {fits.map(({ id, title, client }) => (
          <li key={id} className="flex min-h-8 items-center gap-3 border-line border-b">
            <SegmentedControl
              label={say("Group of {title}", { title })}
              value={handA.includes(id) ? "a" : handB.includes(id) ? "b" : "none"}
              segments={ARMS}
              onValueChange={(arm) => put(id, arm)}
            />
            <span className="min-w-0 flex-1 truncate text-small">{title}</span>
            <span className="text-micro text-tx3">{client ?? ""}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rows shown before the reader asks for all. */
const FIRST = 10;
const sessionPage = (id: string): Route => `/sessions/${id}` as Route;

/** The pairs, costliest first, each with links to its sessions; and the sessions left out, with reasons. */
function PairList({ view: { pairs, leftOut } }: { view: TwoArmsView }) {
  const say = useSay();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? pairs : pairs.slice(0, FIRST);
  return (
    <section aria-label={say("Pairs")} className="min-w-0 border-line2 border-l max-lg:border-t max-lg:border-l-0">
      <h2 className="flex items-baseline border-line2 border-b px-4 py-2 font-semibold text-small max-sm:px-3">
        {say("Tasks")}
        <span className="ml-auto font-normal text-micro text-tx3">{say("B compared with A, bill of the task")}</span>
      </h2>
      <ul>
        {shown.map((row) => (
          <Pair key={`${row.sessionA} ${row.sessionB}`} row={row} />
        ))}
      </ul>
      {pairs.length > FIRST ? (
        <Button
          variant="quiet"
          size="sm"
          className="mx-2 my-1 text-acc"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? say("Fewer tasks") : say("{count} more tasks", { count: pairs.length - FIRST })}
        </Button>
      ) : null}
      <LeftOut groups={leftOut} />
      <p className="px-4 pb-3 text-micro text-tx3 max-sm:px-3">
        {say(
          "Quality is not judged here: compare the results before you keep the cheaper group. No log shows what a proxy pays for its own models.",
        )}
      </p>
    </section>
  );
}

function LeftOut({ groups }: { groups: TwoArmsView["leftOut"] }) {
  const say = useSay();
  if (groups.length === 0) return null;
  return (
    <div className="border-line2 border-t px-4 py-3 text-small max-sm:px-3">
      <h3 className="font-semibold">{say("Left out, and why")}</h3>
      {groups.map(({ text, sessions }) => (
        <details key={text} className="py-0.5">
          <summary className="cursor-pointer text-tx2">
            <span className="tabular mr-2 inline-block min-w-4 text-right text-tx">{sessions.length}</span>
            {text}
          </summary>
          <ul className="mt-1 mb-1 ml-6">
            {sessions.map(({ id, title, arm }) => (
              <li key={id} className="truncate">
                <span className="mr-2 text-micro text-tx3">{arm.toUpperCase()}</span>
                <Link href={sessionPage(id)}>{title}</Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

function Pair({ row }: { row: PairRow }) {
  const width = `${50 * Math.abs(row.bar)}%`;
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1fr)_56px_56px_72px_60px] items-center gap-2 border-line border-b px-4 text-small max-sm:grid-cols-[minmax(0,1fr)_52px_52px_56px] max-sm:px-3">
      <span className="truncate" title={row.title}>
        {row.title}
        {row.note ? <span className="ml-2 text-micro text-tx3">{row.note}</span> : null}
      </span>
      <Link href={sessionPage(row.sessionA)} className="tabular text-right text-tx2 no-underline hover:underline">
        {row.a}
      </Link>
      <Link href={sessionPage(row.sessionB)} className="tabular text-right text-tx no-underline hover:underline">
        {row.b}
      </Link>
      <span aria-hidden className="relative h-2 max-sm:hidden">
        <span className="absolute -inset-y-1 left-1/2 w-px bg-line2" />
        <span
          className="absolute inset-y-0 bg-tx3"
          style={row.bar < 0 ? { right: "50%", width } : { left: "50%", width }}
        />
      </span>
      <span className="tabular text-right text-tx2">{row.change}</span>
    </li>
  );
}
