import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { pipe, step, when } from "../grammar/combinators";
import { noteKind } from "../grammar/notes";
import { choice, share, whole } from "../grammar/params";
import type { Selector } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { codexTrigger, isRealUser, keepUsers, usersBeyond } from "./codex";
import { compactionEndpoint } from "./compaction-endpoints";
import { compaction, compactionParams } from "./opaque";

/**
 * Selects context that the client wrote under the user's name. The newest stays in place of what the client would
 * write again.
 */
const oldContext: Selector = ({ conversation: { messages } }) => {
  const context = messages.filter((one) => isTypedUser(one) && noteKind(one) === null && !isRealUser(one));
  return context.slice(0, -1).map(({ parts }) => ({ parts: parts.map(({ id }) => id), reason: "old-context" }));
};

/**
 * Codex with OpenAI as the provider. OpenAI compacts the history, and of the user messages that it returns, only typed
 * ones stay.
 */
export const codexRemote = defineStrategy(
  folding({
    id: "codex-remote",
    isByProvider: true,
    variantOf: "codex-remote-v2",
    product: {
      name: "Codex CLI",
      version: "0100b10",
      date: "2026-11-22",
      read: "2026-11-22",
      source: compactionEndpoint("/responses/compact").source,
    },
  }),
  z.object({
    fraction: share(0.9, "Compacts at this share of the window, at most 0.9"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    ...compactionParams,
  }),
  ({ fraction, comparison, ...params }, environment) =>
    when(
      codexTrigger(fraction, comparison, environment),
      pipe(
        compaction({ ...params, provider: "openai" }),
        step({ id: "drop-context", select: oldContext, transform: drop }),
      ),
    ),
);

/**
 * Codex's second way: the agent appends an item to its own request, and exactly one compaction item must come back.
 * The newest typed messages, up to a budget, stay before that item.
 */
export const codexRemote2 = defineStrategy(
  folding({
    id: "codex-remote-v2",
    isByProvider: true,
    version: "1",
    product: {
      name: "Codex CLI",
      version: "0.169 (009bd870)",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/openai/codex/blob/009bd870/codex-rs/core/src/compact_remote_v2.rs",
    },
  }),
  z.object({
    fraction: share(0.9, "Compacts at this share of the window, at most 0.9"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    userTokens: whole(
      64_000,
      "Maximum tokens of user messages to keep, newest first; the one that fits only in part is shortened",
    ),
    ...compactionParams,
  }),
  ({ fraction, comparison, userTokens, ...params }, environment) =>
    when(
      codexTrigger(fraction, comparison, environment),
      pipe(
        compaction({ ...params, provider: "openai" }),
        step({ id: "drop-context", select: oldContext, transform: drop }),
        step({ id: "keep-user-messages", select: usersBeyond(userTokens), transform: keepUsers(userTokens) }),
      ),
    ),
);
