"use client";
import { Check, CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { BreakLetter } from "@/components/ui/break-letter";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { said, useSay } from "@/components/words/words-provider";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import type { FindingChecks as Checks, FindingCheck } from "@/lib/read-models/finding-rows";
import { formatAmount, formatShareRange } from "@/lib/read-models/words/format-amount";
import { changeBy } from "@/lib/view-models/answer/cause-words";
import { formatCauseMoney } from "@/lib/view-models/answer/ranked-causes";
import type { Say } from "@/lib/wording/say";
import { CauseLetter } from "./cause-letter";
import { RequestLink } from "./evidence-dialog";
import { RecordDialog } from "./record-dialog";

const checkedTitle = ({ length: count }: readonly CostCause[], say: Say): string =>
  count === 0
    ? say("What was checked")
    : say("{count, plural, one {# other cause} other {# other causes}}, and what was checked", { count });

type Props = {
  id: string;
  answer: CostAnswer;
  /** Causes that are not shown above. */
  others: readonly CostCause[];
  /** Unexplained breaks that are not shown above. */
  unexplained: CostCause | null;
  onReceipt?: () => void;
};

/** Requests of another cause that have a link. */
const LISTED = 8;
const LINK = "text-acc underline-offset-2 hover:underline";

/** One line for the rest: other causes, the unexplained amount, what compactions dropped, and what was checked. */
export function AnswerFoot({ id, answer, others, unexplained, onReceipt }: Props) {
  const say = useSay();
  const { compactions } = answer;
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
            {say.known(compactions.sentence)}
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
          {said(
            say.parts("{money} of breaks has no cause in this log ({requests}).", {
              money: <b className="font-semibold">{formatAmount(unexplained.money, say)}</b>,
              requests: say("{count, plural, one {# request} other {# requests}}", {
                count: unexplained.evidence.count,
              }),
            }),
          )}
          <RecordDialog id={id} cause={unexplained}>
            <button type="button" className={LINK}>
              {say("What would show it")}
            </button>
          </RecordDialog>
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-x-5">
        <More title={checkedTitle(others, say)} opens={checkedTitle(others, say)}>
          {others.length === 0 ? null : (
            <ul aria-label={say("Other causes")} className="mb-4 space-y-3">
              {others.map((cause) => (
                <OtherCause key={cause.id} id={id} cause={cause} />
              ))}
            </ul>
          )}
          <Risks answer={answer} />
          <FindingChecks checks={{ clean: answer.checked, unanswered: answer.unanswerable }} />
        </More>
      </span>
    </div>
  );
}

function More({ title, opens, children }: { title: string; opens: string; children: ReactNode }) {
  const opener = (
    <button type="button" className={LINK}>
      {opens}
    </button>
  );
  return (
    <LazyDialog opener={opener} title={title} className="max-w-200">
      {() => <div className="min-h-0 overflow-y-auto px-4 py-3 text-small">{children}</div>}
    </LazyDialog>
  );
}

function OtherCause({ id, cause }: { id: string; cause: CostCause }) {
  const say = useSay();
  return (
    <li>
      <span className="flex items-center gap-2">
        <CauseLetter cause={cause} />
        <b className="font-medium">{say.known(cause.name)}</b>
        <span className="tabular font-semibold">{formatCauseMoney(cause, say)}</span>
        {cause.share ? <span className="text-tx2">{formatShareRange(cause.share)}</span> : null}
      </span>
      <span className="block text-tx2">{say.known(cause.note)}</span>
      <span className="block">{changeBy(cause, say)}</span>
      <span className="flex flex-wrap gap-x-2">
        {cause.evidence.requests.slice(0, LISTED).map((request) => (
          <RequestLink key={request.index} id={id} request={request} />
        ))}
      </span>
    </li>
  );
}

/** What can do harm; nothing in the log shows that it did. */
function Risks({ answer: { risks } }: { answer: CostAnswer }) {
  const say = useSay();
  if (risks.length === 0) return null;
  return (
    <section aria-label={say("Risks")} className="mb-4">
      <h3 className="mb-1 font-semibold">{say("Risks (no cost so far)")}</h3>
      <ul className="space-y-2">
        {risks.map(({ id, title, evidence, advice }) => (
          <li key={id}>
            {say.known(title)}
            <span className="block text-tx2">{evidence.map((fact) => say.known(fact)).join(" ")}</span>
            <span className="block">{advice.map((step) => say.known(step)).join(" ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists the rules that found nothing and, apart from them, the rules that this log cannot answer. */
function FindingChecks({ checks: { clean, unanswered } }: { checks: Checks }) {
  const say = useSay();
  if (clean.length + unanswered.length === 0) return null;
  return (
    <section aria-label={say("Also checked")}>
      <h2 className="mb-2 font-semibold text-small">{say("Also checked")}</h2>
      <div className="grid gap-4 md:grid-cols-2">
        <List title={say("nothing found")} checks={clean} isClean />
        <List title={say("not enough data in this log")} checks={unanswered} isClean={false} />
      </div>
    </section>
  );
}

function List({ title, checks, isClean }: { title: string; checks: readonly FindingCheck[]; isClean: boolean }) {
  const say = useSay();
  if (checks.length === 0) return null;
  const Icon = isClean ? Check : CircleHelp;
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-micro text-tx3">{title}</h3>
      <ul className="space-y-1 text-small">
        {checks.map(({ name, note }) => (
          <li key={name} className="grid grid-cols-[16px_minmax(0,1fr)_minmax(0,1fr)] gap-2">
            <Icon aria-hidden className={`mt-0.5 size-3.5 stroke-[1.75] ${isClean ? "text-good" : "text-tx3"}`} />
            <span>{say.known(name)}</span>
            <span className="text-tx2">{say.known(note)}</span>
          </li>
        ))}
      </ul>
      {isClean ? null : (
        <p className="mt-2 text-small text-tx2">
          {say("A proxy capture of the same session would hold what these need.")}
        </p>
      )}
    </div>
  );
}
