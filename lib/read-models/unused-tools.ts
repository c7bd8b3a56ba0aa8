import { roundAmount } from "../api/answers/money";
import { requestRates } from "../cache/lost-money";
import type { Part } from "../conversation/part";
import { readProviderTool } from "../formats/provider-tool";
import { modelPricesAt } from "../models/price-at";
import { TOKENS_PER_PRICE } from "../models/price-unit";
import type { Analysis } from "../pipeline/analyze-session";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { isToolName, refusedTool } from "../transcript/refused-tool";
import { cacheWritten } from "../transcript/usage";

/** Tool definitions sent for an agent that never called them; `unknown` if the log has no definitions. */
export type UnusedTools =
  | { readonly known: false; readonly called: number }
  | {
      readonly known: true;
      readonly called: number;
      readonly defined: number;
      readonly unused: readonly string[];
      /** All unused definitions together, in one prompt. */
      readonly tokens: number;
      /** The cost in dollars over the agent's requests with usage and a price; null if there are none. */
      readonly cost: number | null;
    };

/** The tools that these parts call, including those that the provider runs; not the calls of tools that do not exist. */
export function calledTools(parts: readonly Part[]): ReadonlySet<string> {
  const refused = new Set(
    parts.flatMap((part) => (part.type === "tool-result" && refusedTool(part) !== null ? [part.toolCallId] : [])),
  );
  return new Set(
    parts.flatMap((part) => {
      if (part.type === "tool-call")
        return isToolName(part.toolName) && !refused.has(part.toolCallId) ? [part.toolName] : [];
      const name = part.type === "opaque" ? readProviderTool(part)?.name : null;
      return name ? [name] : [];
    }),
  );
}

/**
 * Definitions come first in a prompt, so a request that reads its cache at all has read them. Their tokens are the
 * total of all definitions, divided in proportion to JSON length. The log's definitions are sent with the main agent's
 * prompts.
 */
export function toolDefinitionCost(
  { session, ledger }: Analysis,
  agent: string,
  requests: readonly ModelRequest[],
  called: ReadonlySet<string>,
): UnusedTools {
  const { tools } = session;
  if (!holdsDefinitions(tools) || agent !== "main") return { known: false, called: called.size };
  const sizes = tools.map((tool) => JSON.stringify(tool).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const unused = tools
    .map(({ name }, at) => ({ name, size: sizes[at] as number }))
    .filter(({ name }) => !called.has(name));
  const tokens = Math.round((ledger.tools.tokens * unused.reduce((sum, { size }) => sum + size, 0)) / Math.max(1, all));
  const rate = headRate(requests, ledger.tools.tokens);
  return {
    known: true,
    called: called.size,
    defined: tools.length,
    unused: unused.map(({ name }) => name),
    tokens,
    cost: rate === null ? null : roundAmount(rate * tokens),
  };
}

/** Whether the log has the definitions of the sent tools, and not only their names. */
export const holdsDefinitions = (tools: Analysis["session"]["tools"]): boolean =>
  tools.some(({ description, schema }) => (description ?? "") !== "" || JSON.stringify(schema) !== "{}");

/**
 * Dollars per token of sending each prompt's first `size` tokens, over the requests with usage and a price, as in the
 * session's cost; null if there are none.
 */
function headRate(requests: readonly ModelRequest[], size: number): number | null {
  let [sum, counted] = [0, 0];
  for (const { usage, model, startedAt } of requests) {
    const prices = modelPricesAt(model, startedAt);
    if (usage === null || prices === null) continue;
    counted += 1;
    const { read, write, uncached } = requestRates(usage, prices);
    const isRead = (usage.cacheRead ?? 0) >= size;
    sum += isRead ? read : (usage.cacheRead ?? 0) + (cacheWritten(usage) ?? 0) >= size ? write : uncached;
  }
  return counted === 0 ? null : sum / TOKENS_PER_PRICE;
}
