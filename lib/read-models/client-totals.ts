import { roundAmount } from "../api/answers/money";
import type { ClientTotals } from "../api/schemas/session";
import type { Analysis } from "../pipeline/analyze-session";
import type { ModelTotals } from "../transcript/session";
import { promptTokens, type Usage } from "../transcript/usage";
import { costOf } from "./session-cost";

/** Half of the least amount that clients show. */
const LEAST_DIFFERENCE = 0.000_05;

/** What the client says that it used, beside the calls in its log; null if its log does not say. */
export function clientTotals(analysis: Pick<Analysis, "session" | "ledger">): ClientTotals | null {
  const { totals } = analysis.session;
  if (!totals) return null;
  const models = totals.models.map((entry) => besideLog(analysis, entry));
  const cost = totals.cost === null ? null : roundAmount(totals.cost);
  const isOtherCost = cost !== null && isOther(cost, costOf(analysis).amount);
  const differs = isOtherCost || models.some(({ stated, logged }) => isOtherCount(stated, logged));
  return { cost, differs, models };
}

type Model = ClientTotals["models"][number];

function besideLog(
  { session, ledger }: Pick<Analysis, "session" | "ledger">,
  { model, usage, cost }: ModelTotals,
): Model {
  const responses = session.responses.filter((response) => response.model === model);
  const logged = countOf(responses.flatMap((response) => response.usage ?? []));
  const { amount } = costOf({ session: { ...session, responses }, ledger });
  return {
    model,
    stated: { ...countOf([usage]), cost: cost === null ? null : roundAmount(cost) },
    logged: { ...logged, cost: responses.length === 0 ? 0 : amount },
  };
}

const countOf = (usages: readonly Usage[]) => ({
  prompt_tokens: usages.reduce((sum, usage) => sum + (promptTokens(usage) ?? 0), 0),
  output_tokens: usages.reduce((sum, { output }) => sum + (output ?? 0), 0),
});

const isOther = (cost: number, own: number | null): boolean => own === null || Math.abs(cost - own) >= LEAST_DIFFERENCE;

const isOtherCount = (stated: Model["stated"], logged: Model["logged"]): boolean =>
  stated.prompt_tokens !== logged.prompt_tokens || stated.output_tokens !== logged.output_tokens;
