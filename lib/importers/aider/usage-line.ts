import type { Usage } from "../../transcript/usage";
import { usageOf } from "../part-drafts";

const AMOUNT = "([\\d.,]+k?)";
const USAGE = new RegExp(
  `^Tokens: ${AMOUNT} sent(?:, ${AMOUNT} cache write)?(?:, ${AMOUNT} cache hit)?, ${AMOUNT} received`,
);

/**
 * `Tokens: 5,244 sent, 604 received. Cost: …`: the usage of the answer above it, rounded as shown ("2.4k"). Cache writes are
 * included in "sent". Cache hits are not included if the line also has writes, which only Anthropic reports; otherwise they
 * are. Source: aider `base_coder.py`, `calculate_and_show_tokens_and_cost` (0.47–0.86).
 */
export function readUsageLine(line: string): Usage | null {
  const match = USAGE.exec(line);
  if (!match) return null;
  const [, sentText, writeText, hitText, receivedText] = match;
  const [sent, cacheWriteUnsplit, cacheRead] = [amount(sentText), amount(writeText), amount(hitText)];
  const inside = cacheWriteUnsplit ?? cacheRead ?? 0;
  const uncachedInput = sent === null ? null : Math.max(0, sent - inside);
  return usageOf({ uncachedInput, cacheWriteUnsplit, cacheRead, output: amount(receivedText) });
}

function amount(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text.replace(/,/g, "").replace("k", ""));
  return Number.isFinite(value) ? Math.round(text.endsWith("k") ? value * 1000 : value) : null;
}
