"use client";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { FAMILIES } from "@/components/compare/shared/compare-types";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { formatCount } from "@/lib/wording/number-format";
import { CorpusMark } from "./corpus-mark";

export type SessionChoice = {
  readonly id: string;
  readonly title: string;
  readonly client: string | null;
  readonly requests: number;
  readonly is_example: boolean;
};

type Props = {
  strategies: readonly StrategyAnswer[];
  chosen: readonly string[];
  onChosen: (ids: string[]) => void;
  sessions: readonly SessionChoice[];
  /** Ids of the chosen sessions; null means all except the example. */
  only: readonly string[] | null;
  onOnly: (ids: string[] | null) => void;
};

/** Chooses the strategies, by family, and the sessions to measure. */
export function CorpusSetup({ strategies, chosen, onChosen, sessions, only, onOnly }: Props) {
  return (
    <div className="grid border-line2 border-b lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <StrategyPicker strategies={strategies} chosen={chosen} onChosen={onChosen} />
      <SessionPicker sessions={sessions} only={only} onOnly={onOnly} />
    </div>
  );
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

/** Offers only strategies that need no model, because each measured request would cost a call. */
function StrategyPicker({ strategies, chosen, onChosen }: Pick<Props, "strategies" | "chosen" | "onChosen">) {
  const say = useSay();
  const [filter, setFilter] = useState("");
  const open = strategies.filter(
    (strategy) => !strategy.needs_model && isFound(filter, strategy.id, strategy.title, strategy.product.name),
  );
  return (
    <section
      aria-label={say("Strategies")}
      className="min-w-0 border-line px-4 py-3 max-lg:border-b max-sm:px-3 lg:border-r"
    >
      <h2 className="mb-2 font-semibold text-small">
        {say("Strategies")}{" "}
        <span className="font-normal text-micro text-tx3">{say("{count} chosen", { count: chosen.length })}</span>
      </h2>
      <FilterInput label={say("Filter strategies")} value={filter} onChange={setFilter} />
      {open.length === 0 ? <p className="text-small text-tx3">{say("No strategies match.")}</p> : null}
      <div className="grid max-h-96 gap-x-6 gap-y-2 overflow-y-auto sm:grid-cols-3">
        {FAMILIES.map((family) => (
          <div key={family.id} className="min-w-0">
            <h3 className="mb-1 text-micro text-tx3">{say(family.title)}</h3>
            <ul>
              {open
                .filter((strategy) => strategy.family === family.id)
                .map((strategy) => (
                  <Choice
                    key={strategy.id}
                    label={strategy.title}
                    note={strategy.id}
                    isChosen={chosen.includes(strategy.id)}
                    mark={chosen.indexOf(strategy.id)}
                    onToggle={() => onChosen(toggled(chosen, strategy.id))}
                  />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

function SessionPicker({ sessions, only, onOnly }: Pick<Props, "sessions" | "only" | "onOnly">) {
  const say = useSay();
  const all = sessions.filter((session) => !session.is_example).map(({ id }) => id);
  const chosen = only ?? all;
  const [filter, setFilter] = useState("");
  const toggle = (id: string) => onOnly(toggled(chosen, id));
  const shown = sessions.filter(({ title }) => isFound(filter, title));
  return (
    <section aria-label={say("Sessions")} className="min-w-0 px-4 py-3 max-sm:px-3">
      <h2 className="mb-2 font-semibold text-small">
        {say("Sessions")}{" "}
        <span className="font-normal text-micro text-tx3">
          {only === null && all.length === 0
            ? say("none imported yet")
            : say("{count} chosen", { count: chosen.length })}
        </span>
      </h2>
      <ul className="mb-2">
        <Choice
          label={say("All imported sessions")}
          note={say("includes later imports; the example only if it is chosen")}
          isChosen={only === null}
          onToggle={() => onOnly(only === null ? [] : null)}
        />
      </ul>
      <FilterInput label={say("Filter sessions")} value={filter} onChange={setFilter} />
      {shown.length === 0 ? <p className="text-small text-tx3">{say("No sessions match.")}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={say("Sessions, list")} className="max-h-64 overflow-y-auto">
        <ul>
          {shown.map(({ id, title, requests }) => (
            <Choice
              key={id}
              label={title}
              note={say("{requests}, all agents", { requests: formatCount(requests, "request", say) })}
              isChosen={chosen.includes(id)}
              onToggle={() => toggle(id)}
            />
          ))}
        </ul>
      </section>
    </section>
  );
}

/** Whether every filter word occurs in one of the texts. */
function isFound(filter: string, ...texts: string[]): boolean {
  const all = texts.join(" ").toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

type FilterProps = { label: string; value: string; onChange: (text: string) => void };

function FilterInput({ label, value, onChange }: FilterProps) {
  return (
    <TextInput
      className="mb-2 w-full max-w-72"
      icon={<Search />}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type ChoiceProps = {
  label: string;
  note: string;
  isChosen: boolean;
  /** Position among the chosen ones, which determines the mark. */
  mark?: number;
  onToggle: () => void;
};

function Choice({ label, note, isChosen, mark, onToggle }: ChoiceProps) {
  const id = useId();
  return (
    <li className={cn("flex min-h-6 items-center gap-2", mark === undefined && "max-sm:items-start max-sm:py-1")}>
      <Checkbox id={id} checked={isChosen} onCheckedChange={onToggle} />
      {mark === undefined ? null : mark < 0 ? <span className="w-2.5 shrink-0" /> : <CorpusMark index={mark} />}
      {/* A phone has no room for a title and its note on one line. */}
      <label
        htmlFor={id}
        className={cn(
          "flex min-w-0 items-baseline gap-2 text-small",
          mark === undefined && "max-sm:flex-wrap max-sm:gap-y-0",
        )}
      >
        <span className="truncate" title={label}>
          {label}
        </span>
        <span
          lang={mark === undefined ? undefined : "en"}
          className={cn("text-micro text-tx3", mark === undefined ? "shrink-0" : "truncate")}
        >
          {note}
        </span>
      </label>
    </li>
  );
}
