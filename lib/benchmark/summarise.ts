import { bootstrapOf, mean } from "../evaluation/bootstrap";
import { sayingOf } from "../evaluation/sample-size";
import type { Contender } from "./contender";
import type { CutFigures } from "./measure-cut";
import type { SessionFigures } from "./measure-session";
import type { Figure, StrategyFigures, StrategyResult } from "./results";

/** Results of one contender over all sessions. */
export function summarise(contender: Contender, sessions: readonly SessionFigures[]): StrategyResult {
  const { id, kind, ran, sha256 } = contender;
  const times = sessions.flatMap(({ calls }) => calls.milliseconds).sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
  const milliseconds = times.length === 0 ? null : { median: at(0.5), p95: at(0.95) };
  return { id, kind, ran, sha256, figures: figuresOf(sessions), milliseconds };
}

function figuresOf(sessions: readonly SessionFigures[]): StrategyFigures {
  const sum = (pick: (session: SessionFigures) => number) => sessions.reduce((total, one) => total + pick(one), 0);
  const priced = sessions.filter(({ whole }) => whole.cost !== null && whole.logged !== null);
  const cut = sessions.filter(({ cuts }) => cuts.length > 0);
  const meanOf = (name: keyof CutFigures) => {
    const groups = cut.map(({ cuts }) => cuts.flatMap((one) => one[name] ?? [])).filter(({ length }) => length > 0);
    return toFigure(groups, (drawn) => mean(drawn.flat()));
  };
  const touched = cut.filter(({ cuts }) => cuts.some((one) => one.touched > 0));
  return {
    whole: {
      cost: toFigure(priced, (drawn) => ratio(drawn, ({ whole }) => [whole.cost ?? 0, whole.logged ?? 0])),
      lost_per_100: toFigure(sessions, (drawn) => 100 * ratio(drawn, ({ whole }) => [whole.lost, whole.requests])),
      over_window: sum(({ whole }) => whole.overWindow),
      fired: sum(({ whole }) => whole.fired),
      requests: sum(({ whole }) => whole.requests),
    },
    cuts: {
      count: sum(({ cuts }) => cuts.length),
      prompt_saved: meanOf("saved"),
      touched_saved: toFigure(touched, (drawn) =>
        ratio(
          drawn.flatMap(({ cuts }) => cuts),
          ({ removed, touched: of }) => [removed, of],
        ),
      ),
      bill_saved: meanOf("net"),
      needed_kept: meanOf("needed"),
      identifiers_kept: meanOf("identifiers"),
      runs_kept: meanOf("runs"),
      rare_words_kept: meanOf("rareWords"),
    },
    calls: sum(({ calls }) => calls.milliseconds.length),
    applied: sum(({ calls }) => calls.applied),
    failed: addUp(sessions.map(({ calls }) => calls.failed)),
  };
}

/** Sum ÷ sum; NaN if there is nothing to divide by. */
function ratio<T>(all: readonly T[], pick: (one: T) => readonly [number, number]): number {
  const pairs = all.map(pick);
  const below = pairs.reduce((sum, [, other]) => sum + other, 0);
  return below === 0 ? Number.NaN : pairs.reduce((sum, [one]) => sum + one, 0) / below;
}

function toFigure<Group>(groups: readonly Group[], figure: (drawn: readonly Group[]) => number): Figure {
  const sessions = groups.length;
  const value = known(figure(groups));
  if (value === null || sayingOf({ sessions }) === "nothing") return { value, low: null, high: null, sessions };
  const [low, high] = bootstrapOf(groups, figure);
  return { value, low: known(low), high: known(high), sessions };
}

/** Rounds to six decimals, so that the order of summation does not show. */
const known = (value: number): number | null => (Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : null);

function addUp(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const one of all) for (const [code, count] of Object.entries(one)) sums[code] = (sums[code] ?? 0) + count;
  return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)));
}
