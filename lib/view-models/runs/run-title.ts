import type { Summary } from "../../api/run-summary";
import type { AdviceSummary } from "../../api/schemas/advise";
import type { CorpusSummary } from "../../api/schemas/corpus";
import type { ComparisonSummary, EvaluationSummary, ReplaySummary, RunKind } from "../../api/schemas/run";
import { strategyName } from "../../strategies/names";
import { formatCount, formatRequestReference, formatWholeThousands } from "../../wording/number-format";
import { english } from "../../wording/say";
import { doing, NO_ADVICE_TITLE } from "../advice/advice-words";

/** Default title of a run: its strategies and its place. */
export function runTitle(kind: RunKind, summary: Summary): string {
  const names = strategyNames(kind, summary).map(strategyName).join(", ");
  const number = kind === "comparison" ? (summary as ComparisonSummary).original.number : null;
  const place = number == null ? "" : ` at ${formatRequestReference(number - 1)}`;
  return `${names === "" ? kind : names}${place}`.slice(0, 200);
}

const MAX_NAMES = 3;

/** A corpus run's title: its strategies (the first ones if more than three) and the number of sessions. */
export function corpusTitle({ rows, sessions, cuts_per_session: cuts }: CorpusSummary): string {
  const names = rows.slice(0, MAX_NAMES).map(({ id }) => strategyName(id));
  const more = rows.length > MAX_NAMES ? ` and ${rows.length - MAX_NAMES} more` : "";
  const over = `${formatCount(sessions.length, "session")} × ${formatCount(cuts, "request")}`;
  return `${names.join(", ")}${more} over ${over}`.slice(0, 200);
}

/** The title of an advice run: its statement, and the number of sessions. */
export function adviceTitle({ verdict, policies, sessions, parts, stopped }: AdviceSummary): string {
  const policy = policies.find(({ id }) => id === verdict.policy);
  const advised =
    policy &&
    english("{what} at {trigger}", {
      what: doing(policy, true),
      trigger: formatWholeThousands(policy.trigger_tokens),
    });
  const said = verdict.reason === null && advised ? advised : NO_ADVICE_TITLE[verdict.reason ?? "nothing-fired"];
  const over = parts === "sessions" ? `, ${formatCount(sessions.length, "session")}` : "";
  return `${said}${over}${stopped ? `, ${english("stopped early")}` : ""}`;
}

/** Ids of the individual strategies behind a run's figures. */
export const usedStrategies = (kind: RunKind, summary: Summary): string[] => [
  ...new Set(strategyNames(kind, summary).flatMap((name) => name.replace(SECOND, "").split("+"))),
];

/** Suffix of an id that occurs again with other parameters. */
const SECOND = / \(\d+\)$/;

function strategyNames(kind: RunKind, summary: Summary): string[] {
  switch (kind) {
    case "comparison":
      return (summary as ComparisonSummary).results.map(({ strategy }) => strategy.id);
    case "replay":
      return (summary as ReplaySummary).replays.flatMap(({ policy }) => policyStrategies(policy));
    case "evaluation":
      return evaluatedStrategies(summary as EvaluationSummary);
    case "corpus":
      return (summary as CorpusSummary).rows.map(({ id }) => id);
    case "advice":
      return [...new Set((summary as AdviceSummary).policies.map(({ strategy }) => strategy))];
    default:
      return kind satisfies never;
  }
}

/** The caller names a policy; its recipe contains the strategies. */
function policyStrategies({ kind, id, recipe }: ReplaySummary["replays"][number]["policy"]): string[] {
  if (kind !== "recipe") return [];
  if (typeof recipe === "string") return [recipe];
  const named = typeof recipe === "object" && recipe !== null && "id" in recipe ? recipe.id : null;
  return [typeof named === "string" ? named : id];
}

/** A judge's candidates are named after their strategies; the one without any context has none. */
function evaluatedStrategies({ strategy, judge }: EvaluationSummary): string[] {
  const candidates = (judge?.candidates ?? []).map(({ name }) => name);
  const names = [...(strategy ? [strategy.id] : []), ...candidates];
  return [...new Set(names)].filter((name) => name !== "original" && name !== "compressed");
}
