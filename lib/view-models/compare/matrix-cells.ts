import type { ComparedStrategy } from "../../api/schemas/compare";
import type { EvaluationAnswer } from "../../api/schemas/evaluation";
import { isUnmarked } from "../../evaluation/metrics/metric";
import { formatMoneyChange, formatShare, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

export type MatrixCell = {
  readonly value: string;
  readonly note: string;
  readonly isBest: boolean;
  /** `valid` and `invalid` get an icon, `dearer` only the colour; all have a word. */
  readonly tone: "valid" | "invalid" | "dearer" | "quiet" | null;
  /** Shares by kind, drawn as tiny bars; null: none of that kind in the original. */
  readonly bars?: readonly { readonly label: string; readonly share: number | null }[];
};
/** A cell before the best of its row is known. */
export type CellText = Omit<MatrixCell, "isBest">;

export const plain = (value: string, note = ""): CellText => ({ value, note, tone: null });
export const quiet = (value: string, note = ""): CellText => ({ value, note, tone: "quiet" });
export const oneDecimal = (value: number) => (value < 0.05 ? "0" : value.toFixed(1));

export const unmeasured = (say: Say = english) => quiet(say("not measured"));

/** A scored result's hindsight: what the agent needed later. */
export type NeededMarks = NonNullable<EvaluationAnswer["hindsight"]> & {
  readonly recall: number;
  readonly regret_total: number;
};

/** Null if there is no evidence for a ranking: nothing in the prompt was needed later, or the result has no score. */
export function neededOf(evaluation: EvaluationAnswer | null | undefined): NeededMarks | null {
  const hindsight = evaluation?.hindsight ?? null;
  if (!evaluation || isUnmarked(evaluation) || hindsight === null || hindsight.needed === 0) return null;
  const { recall, regret_total } = hindsight;
  return recall === null || regret_total === null ? null : { ...hindsight, recall, regret_total };
}

export function recallCell({ status, evaluation }: ComparedStrategy, say: Say = english): CellText {
  if (!evaluation) return unmeasured(say);
  // An unchanged result gets no credit.
  if (status !== "applied") return quiet("–");
  const hindsight = neededOf(evaluation);
  if (!hindsight) return quiet(say("no evidence"), say("nothing in the prompt was needed later"));
  return plain(
    `~\u200a${formatShare(hindsight.recall)}`,
    say("weighted, of {needed} facts needed later", { needed: formatTokens(hindsight.needed) }),
  );
}

export function lostFactsCell(evaluation: EvaluationAnswer | null, say: Say = english): CellText {
  const hindsight = neededOf(evaluation);
  if (!hindsight) return quiet("–");
  if (hindsight.regret_total === 0) return plain("0");
  const { fetchable, gone } = hindsight;
  const share = evaluation?.recoverability?.share ?? 0;
  const note =
    fetchable !== undefined && gone !== undefined
      ? say("{fetchable} can be fetched, {gone} cannot", {
          fetchable: formatTokens(fetchable),
          gone: formatTokens(gone),
        })
      : share === 1
        ? say("all can be fetched again")
        : share === 0
          ? say("none can be fetched again")
          : say("{share} can be fetched again", { share: formatShare(share) });
  return plain(formatTokens(hindsight.regret_total), note);
}

export const SURVIVAL_KINDS = [
  "path",
  "error",
  "command",
  "symbol",
  "number",
  "url",
  "instruction",
  "decision",
  "state",
] as const;

export const survivalBars = ({ retention }: EvaluationAnswer) =>
  SURVIVAL_KINDS.map((kind) => ({ label: kind, share: retention.by_kind[kind] ?? null }));

/** A cell that costs more than not compressing is never best. */
export const cheaperBy = (money: { readonly amount: number } | null) =>
  money !== null && money.amount < 0 ? money.amount : null;

/** `~$0.311 more`: money compared with not compressing. */
export const netText = (money: { readonly amount: number } | null, say: Say = english): string =>
  formatMoneyChange(money?.amount ?? null, say);

export function netCell(money: { readonly amount: number } | null, say: Say = english): CellText {
  if (money === null) return quiet("unknown", say("no prices for this model"));
  return {
    value: netText(money, say),
    note: "",
    tone: money.amount > 0 ? "dearer" : null,
  };
}

export function validityCell(
  { status, failure, stats, evaluation, warnings }: ComparedStrategy,
  say: Say = english,
): CellText {
  const broken = evaluation?.validity.violations ?? [];
  if (status === "applied" && broken.length > 0) {
    const codes = [...new Set(broken.map(({ code }) => code))].join(", ");
    return {
      value: say("{count, plural, one {# violation} other {# violations}}", { count: broken.length }),
      note: codes,
      tone: "invalid",
    };
  }
  if (status === "applied") return { value: "valid", note: "", tone: "valid" };
  if (status === "noop") return quiet("unchanged", triggerText(stats.trigger, say));
  if (failure?.code === "invalid-result") {
    const rules = [...new Set(warnings.flatMap(({ code }) => (code === failure.code ? [] : [code])))].join(", ");
    const note = rules === "" ? failure.message : say("it would break: {rules}", { rules });
    return { value: say("refused"), note, tone: "invalid" };
  }
  return { value: failure?.code ?? status, note: failure?.message ?? "", tone: "invalid" };
}

/** Why a strategy did nothing: its rule with the numbers. */
export function triggerText(trigger: ComparedStrategy["stats"]["trigger"], say: Say = english): string {
  if (!trigger) return say("nothing to do");
  if (trigger.fired) return say("it ran and found nothing to change");
  const at =
    trigger.value === null || trigger.limit === null
      ? ""
      : say(": {value} of {limit}", { value: formatTokens(trigger.value), limit: formatTokens(trigger.limit) });
  return say("trigger not reached ({rule}{at})", { rule: trigger.rule, at });
}

/** `4.2 ms`, `1.3 s`. */
export const timeText = (ms: number): string =>
  ms < 1000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)}\u202fms` : `${(ms / 1000).toFixed(1)}\u202fs`;
