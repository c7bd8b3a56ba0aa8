import type { CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import type { FindingAnswer } from "../../api/schemas/finding";

/** An answer's causes and risks in the older form of GET /api/sessions/:id/findings. */
export const toOldFindings = ({ causes, unexplained, risks }: CostAnswer): FindingAnswer[] => [
  ...[...causes, ...(unexplained ? [unexplained] : [])].map(toFinding),
  ...risks,
];

const toFinding = ({ id, name, note, confidence, money, tokens, evidence, change }: CostCause): FindingAnswer => ({
  id,
  title: name,
  kind: "loss",
  confidence,
  lost_tokens: tokens,
  lost_cost: money.kind === "known" ? { amount: money.usd, currency: "USD" } : null,
  requests: evidence.requests.map(({ index, agent, number }) => ({ index, agent, at: number - 1 })),
  evidence: note === "" ? [] : [note],
  facts: [],
  advice: [change],
});
