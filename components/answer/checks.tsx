"use client";
import { Check, CircleHelp } from "lucide-react";
import { useSay } from "@/components/words/words-provider";
import type { FindingChecks as Checks, FindingCheck } from "@/lib/read-models/finding-rows";

/** Lists the rules that found nothing and, apart from them, the rules that this log cannot answer. */
export function FindingChecks({ checks: { clean, unanswered } }: { checks: Checks }) {
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
