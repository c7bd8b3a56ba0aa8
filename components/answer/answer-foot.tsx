"use client";
import { BreakLetter } from "@/components/ui/break-letter";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { loadLater } from "@/components/ui/load-later";
import { said, useSay } from "@/components/words/words-provider";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import { compactionSentence } from "@/lib/view-models/answer/compaction-words";
import type { Say } from "@/lib/wording/say";
import { CauseLetter } from "./cause-letter";
import { RecordDialog } from "./record-dialog";

const AnswerRest = loadLater(() => import("./answer-rest").then((module) => module.AnswerRest));

const restTitle = ({ length: count }: readonly CostCause[], say: Say): string =>
  count === 0
    ? say("What was checked")
    : say("{count, plural, one {# other cause} other {# other causes}}, and what was checked", { count });

type Props = {
  id: string;
  answer: CostAnswer;
  /** The causes that the answer above does not show. */
  others: readonly CostCause[];
  /** The unexplained breaks that the answer above does not show. */
  unexplained: CostCause | null;
  onReceipt?: () => void;
};

const LINK = "text-acc underline-offset-2 hover:underline";

/** One line for the rest: other causes, the unexplained amount, what compactions dropped, and what was checked. */
export function AnswerFoot({ id, answer, others, unexplained, onReceipt }: Props) {
  const say = useSay();
  const { compactions } = answer;
  const rest = restTitle(others, say);
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1 px-4 py-1.5 text-small max-sm:px-3">
      {compactions === null ? (
        <span className="text-tx3">{say("No compaction in this session")}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-x-2">
          <span>
            {compactions.breaks.length === 0 ? null : (
              <span aria-hidden className="mr-2 inline-flex align-[-2px]">
                <BreakLetter letter="C" isExpected />
              </span>
            )}
            {compactionSentence(compactions, say)}
          </span>
          {onReceipt === undefined ? null : (
            <button type="button" className={LINK} aria-haspopup="dialog" onClick={onReceipt}>
              {say("See the receipt")}
            </button>
          )}
        </span>
      )}
      {unexplained === null ? null : (
        <span className="flex flex-wrap items-center gap-x-2">
          <CauseLetter cause={unexplained} />
          <span>
            {said(
              say.parts("This log shows no cause for breaks that cost {money} ({requests}).", {
                money: <b className="font-semibold">{formatAmount(unexplained.money, say)}</b>,
                requests: say("{count, plural, one {# request} other {# requests}}", {
                  count: unexplained.evidence.count,
                }),
              }),
            )}
          </span>
          <RecordDialog id={id} cause={unexplained}>
            <button type="button" className={LINK}>
              {say("How to find out")}
            </button>
          </RecordDialog>
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-x-5">
        <LazyDialog
          opener={
            <button type="button" className={LINK}>
              {rest}
            </button>
          }
          title={rest}
          className="max-w-200"
        >
          {() => <AnswerRest id={id} answer={answer} others={others} />}
        </LazyDialog>
      </span>
    </div>
  );
}
