"use client";
import { NoOwnSessions } from "@/components/shell/no-own-sessions";
import { ErrorState } from "@/components/ui/error-state";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import { armNames, twoArmsBodyOf } from "@/lib/view-models/two-arms/two-arms-choice";
import { toTwoArmsView } from "@/lib/view-models/two-arms/two-arms-view";
import { AdviceSwitch } from "./advice-switch";
import type { ArmSessionChoice } from "./arm-session-choice";
import { ArmsHand } from "./arms-hand";
import { ArmsToolbar } from "./arms-toolbar";
import { BillTable } from "./bill-table";
import { PairList } from "./pair-list";
import { useTwoArms, useTwoArmsChoice } from "./use-two-arms";
import { VerdictStrip } from "./verdict-strip";

/** Two arms of sessions, one verdict. The URL holds the choice; the answer follows it. */
export function TwoArmsPage({ sessions }: { sessions: readonly ArmSessionChoice[] }) {
  const say = useSay();
  const [choice, onChange] = useTwoArmsChoice();
  const { shown, isCurrent } = useTwoArms(choice);
  const view = shown?.answer.ok ? toTwoArmsView(shown.answer.value, armNames(choice, say), say) : null;
  const isComplete = twoArmsBodyOf(choice) !== null;
  const hasSessions = sessions.length > 0;
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2 max-sm:px-3">
        <h1 className="font-semibold text-title">{say("Did it save money?")}</h1>
        <p className="text-small text-tx2">{say("two arms of your own sessions, one bill each")}</p>
        <span className="ml-auto">
          <AdviceSwitch current="Two arms" />
        </span>
      </div>
      {view ? <VerdictStrip view={view} /> : null}
      {hasSessions ? <ArmsToolbar sessions={sessions} choice={choice} onChange={onChange} /> : null}
      {hasSessions && choice.by === "hand" ? (
        <ArmsHand sessions={sessions} choice={choice} onChange={onChange} />
      ) : null}
      {isComplete && !isCurrent ? <LoadingLine>{say("Reading the bills of both arms…")}</LoadingLine> : null}
      {hasSessions ? null : <NothingToCompare />}
      {hasSessions && !isComplete ? <HowTo /> : null}
      {shown && !shown.answer.ok ? (
        <ErrorState title={say("These arms cannot be compared")} code={shown.answer.failure}>
          {say.known(shown.answer.failure.message)}
        </ErrorState>
      ) : null}
      {view ? (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_484px] border-line2 border-t max-lg:grid-cols-1">
          <BillTable view={view} pairs={shown?.answer.ok ? shown.answer.value.pairs : 0} />
          <PairList view={view} />
        </div>
      ) : null}
    </main>
  );
}

function NothingToCompare() {
  const say = useSay();
  return (
    <NoOwnSessions>
      <p>
        {say(
          "Two arms are two groups of your own sessions, A and B, and none is imported. Import in the library what was done with and without the tool.",
        )}
      </p>
      <p className="mt-2">
        <WhatArmsAre />
      </p>
    </NoOwnSessions>
  );
}

function HowTo() {
  const say = useSay();
  return (
    <div className="max-w-[68ch] px-4 py-3 text-small text-tx2 max-sm:px-3">
      <p className="font-semibold text-base text-tx">{say("Choose two arms")}</p>
      <p className="mt-1">
        <WhatArmsAre />
      </p>
    </div>
  );
}

function WhatArmsAre() {
  const say = useSay();
  return say(
    "A is without the tool, or before the change; B is with it, or after. Sessions with the same first prompt are pairs: their bills are compared part by part, and the noise of your own repeats says what can be told.",
  );
}
