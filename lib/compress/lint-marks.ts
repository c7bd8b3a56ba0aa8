import { cachePolicyOf } from "../cache/policies";
import { anthropicBreakpoints } from "../cache/policies/anthropic";
import { ANTHROPIC_FACTS } from "../cache/policies/anthropic-facts";
import type { Conversation } from "../conversation/message";
import { partText } from "../conversation/part";
import { resolveModel } from "../models/resolve-model";
import type { PromptFinding } from "../strategies/lint/lint-prompt";

const CHARACTERS_PER_TOKEN = 4;

/**
 * Finds a body with a long system prompt and no mark at its end or at the tools, for a model whose provider caches only
 * at marks. Tokens are estimated from characters, because the linter has no tokenizer.
 */
export function lintMarks(sent: unknown, { messages, tools }: Conversation): PromptFinding[] {
  const { model, system, tools: sentTools, cache_control: automatic } = (sent ?? {}) as Record<string, unknown>;
  const info = typeof model === "string" ? resolveModel(model) : null;
  if (info === null || cachePolicyOf(info)?.id !== anthropicBreakpoints.id || automatic !== undefined) return [];
  const inMessages = Array.isArray(sent) ? [] : messagesOf(sent).filter(({ role }) => role === "system");
  if (JSON.stringify([system, sentTools, inMessages]).includes('"cache_control"')) return [];
  const first = messages.find(({ role }) => role === "system")?.parts[0];
  const heads = messages.filter(({ role }) => role === "system").flatMap(({ parts }) => parts.map(partText));
  const characters = [...heads, JSON.stringify(tools)].reduce((sum, text) => sum + text.length, 0);
  const tokens = Math.round(characters / CHARACTERS_PER_TOKEN);
  if (first === undefined || tokens < (info.cache.minimumTokens ?? ANTHROPIC_FACTS.minimum)) return [];
  return [
    {
      code: "unmarked-head",
      message: `there is no cache mark at the end of the tools and system prompt (about ${tokens} tokens), so they are paid for in full each time`,
      advice: "set cache_control on the last block of the system prompt",
      at: first.id,
    },
  ];
}

function messagesOf(sent: unknown): readonly { readonly role?: unknown }[] {
  const { messages } = (sent ?? {}) as { messages?: unknown };
  return Array.isArray(messages) ? messages : [];
}
