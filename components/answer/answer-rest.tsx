import { Check, CircleHelp } from "lucide-react";
import { useSay } from "@/components/words/words-provider";
import type { CostAnswer, CostCause } from "@/lib/api/schemas/cost-answer";
import type { FindingChecks as Checks, FindingCheck } from "@/lib/read-models/finding-rows";
import { checkName, checkNote, riskEvidence, riskText } from "@/lib/read-models/words/finding-text";
import { causeNote } from "@/lib/view-models/answer/cause-note";
import { changeBy, nameOf } from "@/lib/view-models/answer/cause-words";
import { formatCauseMoney, formatCauseShare } from "@/lib/view-models/answer/ranked-causes";
import { joinSentences } from "@/lib/wording/join-sentences";
import { CauseLetter } from "./cause-letter";
import { RequestLink } from "./request-link";

/** Maximum number of requests linked for each of the other causes. */
const LISTED = 8;

type Props = { id: string; answer: CostAnswer; others: readonly CostCause[] };

/** What the foot of an answer opens: the other causes, risks, and what was checked. */
export function AnswerRest({ id, answer, others }: Props) {
  const say = useSay();
  return (
    <div className="min-h-0 overflow-y-auto px-4 py-3 text-small">
      {others.length === 0 ? null : (
        <ul aria-label={say("Other causes")} className="mb-4 space-y-3">
          {others.map((cause) => (
            <OtherCause key={cause.id} id={id} cause={cause} />
          ))}
        </ul>
      )}
      <Risks answer={answer} />
      <FindingChecks checks={{ clean: answer.checked, unanswered: answer.unanswerable }} />
    </div>
  );
}

function OtherCause({ id, cause }: { id: string; cause: CostCause }) {
  const say = useSay();
  return (
    <li>
      <span className="flex items-center gap-2">
        <CauseLetter cause={cause} />
        <b className="font-medium">{say(nameOf(cause))}</b>
        <span className="tabular font-semibold">{formatCauseMoney(cause, say)}</span>
        {cause.share ? <span className="text-tx2">{formatCauseShare(cause.id, cause.share)}</span> : null}
      </span>
      <span className="block text-tx2">{causeNote(cause, say)}</span>
      <span className="block">{changeBy(cause, say)}</span>
      <span className="flex flex-wrap gap-x-2">
        {cause.evidence.requests.slice(0, LISTED).map((request) => (
          <RequestLink key={request.index} id={id} request={request} />
        ))}
      </span>
    </li>
  );
}

/** Risks: what can do harm, although the log does not show that it did. */
function Risks({ answer: { risks } }: { answer: CostAnswer }) {
  const say = useSay();
  if (risks.length === 0) return null;
  return (
    <section aria-label={say("Risks")} className="mb-4">
      <h3 className="mb-1 font-semibold">{say("Risks (no cost so far)")}</h3>
      <ul className="space-y-2">
        {risks.map(({ id, facts }) => (
          <li key={id}>
            {say(riskText(id).title)}
            <span className="block text-tx2">
              {joinSentences(
                facts.map((fact) => riskEvidence(fact, say)),
                say,
              )}
            </span>
            <span className="block">{say(riskText(id).advice)}</span>
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
        {checks.map(({ id, fact }) => (
          <li key={id} className="grid grid-cols-[16px_minmax(0,1fr)_minmax(0,1fr)] gap-2">
            <Icon aria-hidden className={`mt-0.5 size-3.5 stroke-[1.75] ${isClean ? "text-good" : "text-tx3"}`} />
            <span>{say(checkName(id))}</span>
            <span className="text-tx2">{checkNote(fact, say)}</span>
          </li>
        ))}
      </ul>
      {isClean ? null : (
        <p className="mt-2 text-small text-tx2">
          {say("A proxy capture of the same session would contain the data that these checks need.")}
        </p>
      )}
    </div>
  );
}
