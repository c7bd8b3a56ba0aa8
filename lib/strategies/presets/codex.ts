import * as z from "zod";
import { isTypedUser, type Message } from "../../conversation/message";
import { step, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { TOKEN_COUNT } from "../grammar/gauges";
import { noteKind } from "../grammar/notes";
import { choice, share, whole } from "../grammar/params";
import type { Selector } from "../grammar/selectors";
import { holeTargets, partsOf } from "../grammar/spans";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop, rewrite, type Transform } from "../grammar/transforms";
import { compares, overWindow, type Trigger, targetOr } from "../grammar/triggers";
import { unitsOf } from "../grammar/units";
import type { View } from "../grammar/view";
import { clipMiddle } from "../previews/clip-middle";

/** Context that the client writes under the user's name, and again after each compaction. */
const CONTEXT_MESSAGE = /^\s*<(environment_context|user_instructions|ENVIRONMENT_CONTEXT|turn_aborted)\b/;

/** True if a person typed the message; false for the client's context and for our notes. */
export function isRealUser(message: Message): boolean {
  const [first] = message.parts;
  const isContext = first?.type === "text" && CONTEXT_MESSAGE.test(first.text);
  return isTypedUser(message) && !isContext && noteKind(message) === null;
}

/**
 * The user messages that stay, each with its allowed tokens. Taken newest first; the last one gets what remains of
 * the budget.
 */
function keptUserMessages(view: View, budget: number): Map<Message, number> {
  const kept = new Map<Message, number>();
  let left = budget;
  for (const message of view.conversation.messages.toReversed()) {
    if (!isRealUser(message)) continue;
    if (left <= 0) break;
    const tokens = view.environment.tokensOf(message);
    kept.set(message, Math.min(tokens, left));
    left -= tokens;
  }
  return kept;
}

/** The parts that the user wrote. Codex keeps tool results in separate messages; other logs combine both in one. */
const writtenParts = ({ parts }: Message) => parts.filter(({ type }) => type !== "tool-result").map(({ id }) => id);

/** Selects the user messages beyond the budget, and the one that only partly fits. */
export const usersBeyond =
  (budget: number): Selector =>
  (view) => {
    const kept = keptUserMessages(view, budget);
    const users = view.conversation.messages.filter(isRealUser);
    return users.flatMap((message) => {
      const room = kept.get(message);
      if (room !== undefined && room >= view.environment.tokensOf(message)) return [];
      return [{ parts: writtenParts(message), reason: room === undefined ? "beyond-budget" : EDGE }];
    });
  };

const EDGE = "edge-of-budget";

/** Selects everything except the remaining user messages, plus the one that only partly fits. */
const selectForBudget =
  (budget: number): Selector =>
  (view) => {
    const kept = keptUserMessages(view, budget);
    const units = unitsOf(view, { by: "message", systemMessages: "apart" });
    const gone = units.filter(({ message }) => !kept.has(message));
    const edge = [...kept].filter(([message, tokens]) => tokens < view.environment.tokensOf(message));
    return [
      ...holeTargets(view, partsOf(gone), { straddling: "keep", head: new Set() }),
      ...edge.map(([message]) => ({ parts: writtenParts(message), reason: EDGE })),
    ];
  };

/** Cuts the middle out of the message that only partly fits. */
const truncateEdge = (budget: number): Transform =>
  rewrite((part, view) => {
    const message = view.entry(part.id)?.message;
    const room = message && keptUserMessages(view, budget).get(message);
    if (part.type !== "text" || !message || room === undefined) return null;
    const tokens = view.environment.tokensOf(message);
    const characters = Math.floor((part.text.length * room) / Math.max(1, tokens));
    const half = Math.floor(characters / 2);
    const text = clipMiddle(part.text, half, characters - half, () => `…${tokens - room} tokens truncated…`);
    return text.length < part.text.length ? { ...part, text } : null;
  });

export const keepUsers = (budget: number): Transform => ({
  apply: (target, ...rest) => (target.reason === EDGE ? truncateEdge(budget) : drop).apply(target, ...rest),
});

/** Fires at a share of the window, in whole tokens and at most nine tenths. A target replaces it. */
export function codexTrigger(fraction: number, comparison: ">=" | ">", { budget: { window } }: Environment): Trigger {
  if (window === null) return targetOr(overWindow({ fraction, reserve: 0, comparison }));
  return targetOr(compares(TOKEN_COUNT, comparison, Math.floor(window * Math.min(0.9, fraction))));
}

/** Codex's mode without a summary, in which the new window contains only context that the client writes again. */
export const codexTokenBudget = defineStrategy(
  deterministic({
    id: "codex-token-budget",
    family: "cut",
    product: {
      name: "Codex CLI",
      version: "0.169 (1d47a074)",
      date: "2026-11-22",
      read: "2026-11-23",
      source: "https://github.com/openai/codex/blob/1d47a074/codex-rs/core/src/compact_token_budget.rs",
    },
    cache: "rewrites-all",
  }),
  z.object({
    fraction: share(0.9, "Starts a new window at this share of the old one, at most 0.9"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
  }),
  ({ fraction, comparison }, environment) =>
    when(
      codexTrigger(fraction, comparison, environment),
      step({ id: "new-window", select: selectForBudget(0), transform: drop }),
    ),
);

export const codexUserMessages = defineStrategy(
  deterministic({
    id: "codex-user-messages",
    version: "2",
    family: "cut",
    product: {
      name: "Codex CLI",
      version: "0.169 (239c84bd)",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/openai/codex/blob/main/codex-rs/core/src/compact.rs",
    },
    cache: "rewrites-all",
  }),
  z.object({
    fraction: share(0.9, "Compacts at this share of the window, at most 0.9"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    userTokens: whole(
      20_000,
      "Maximum tokens of user messages to keep, newest first; the one that fits only in part is shortened",
      1,
    ),
  }),
  ({ fraction, comparison, userTokens }, environment) =>
    when(
      codexTrigger(fraction, comparison, environment),
      step({ id: "keep-user-messages", select: selectForBudget(userTokens), transform: keepUsers(userTokens) }),
    ),
);
