import type { FindingRow } from "../../read-models/finding-rows";
import { formatMoney, formatTokens } from "../../wording/number-format";

/** A finding as Markdown, to paste into an issue. */
export function findingMarkdown({ title, lost_cost, lost_tokens, evidence, requests, advice }: FindingRow): string {
  const where = requests.map(({ agent, at }) => `#${at + 1}${agent === "main" ? "" : ` (${agent})`}`).join(", ");
  return [
    `### ${title}`,
    "",
    `${formatMoney(lost_cost?.amount ?? null)}, ${formatTokens(lost_tokens)} tokens.`,
    "",
    ...evidence.map((sentence) => `- ${sentence.replaceAll("\n", " ")}`),
    ...(where === "" ? [] : ["", `Requests: ${where}`]),
    "",
    "What to do:",
    "",
    ...advice.map((step, at) => `${at + 1}. ${step}`),
    "",
  ].join("\n");
}
