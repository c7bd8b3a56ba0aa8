"use client";
import type { ReactNode } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { useSay } from "@/components/words/words-provider";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import { answerSentence } from "@/lib/view-models/answer/answer-sentence";
import { breaksSentence } from "@/lib/view-models/answer/breaks-sentence";
import { rankedCauses } from "@/lib/view-models/answer/ranked-causes";
import { sentence } from "@/lib/wording/say";
import { AnswerFoot } from "./answer-foot";
import { CauseRow } from "./cause-row";

/** Number of causes shown; a link leads to the others. */
const SHOWN = 3;

type Props = {
  id: string;
  answer: CostAnswer;
  /** The chosen cause; null if the session has none. */
  chosen: CostCause | null;
  onChoose: (cause: CostCause) => void;
  /** Opens a request of the cause in the transcript. */
  onOpen: (cause: CostCause) => void;
  /** Opens the receipt of the newest compaction; absent if the agent on the page has none. */
  onReceipt?: () => void;
  /** Shown next to the sentence. */
  children?: ReactNode;
};

const KEYS = [{ title: sentence("Causes"), shortcuts: [{ does: sentence("choose a cause"), keys: ["1–3"] }] }] as const;

/** What the session cost, why, and what to change: a sentence, at most three causes, and one line for the rest. */
export function AnswerSection({ id, answer, chosen, onChoose, onOpen, onReceipt, children }: Props) {
  const say = useSay();
  const ranked = rankedCauses(answer);
  const shown = ranked.slice(0, SHOWN);
  const total = breaksSentence(answer, say);
  useShortcuts(KEYS, Object.fromEntries(shown.map((cause, at) => [`${at + 1}`, () => onChoose(cause)])));
  return (
    <section aria-label={say("What it cost, and why")} className="shrink-0 border-line2 border-b bg-s1">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-b px-4 py-2 max-sm:px-3">
        <div className="min-w-0">
          <h2 className="font-semibold text-base">{answerSentence(answer, say)}</h2>
          {total === null ? null : <p className="text-small text-tx2">{total}</p>}
        </div>
        <div className="flex items-center gap-3 text-small text-tx2">
          {ranked.length > 1 ? (
            <span className="max-sm:hidden">{say("Causes overlap, so they are not added up.")}</span>
          ) : null}
          {children}
        </div>
      </div>
      {shown.length === 0 ? null : (
        <ol>
          {shown.map((cause, at) => (
            <CauseRow
              key={cause.id}
              {...{ id, cause, answer, onOpen, onChoose }}
              rank={at + 1}
              of={shown.length}
              isChosen={cause.id === chosen?.id}
            />
          ))}
        </ol>
      )}
      <AnswerFoot
        {...{ id, answer }}
        {...(onReceipt && { onReceipt })}
        others={answer.causes.filter((cause) => !shown.includes(cause))}
        unexplained={answer.unexplained && shown.includes(answer.unexplained) ? null : answer.unexplained}
      />
    </section>
  );
}
