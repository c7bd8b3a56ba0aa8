import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { pipe, step, when } from "../grammar/combinators";
import { noteKind } from "../grammar/notes";
import { choice, share } from "../grammar/params";
import type { Selector } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { codexTrigger, isRealUser } from "./codex";
import { compactionEndpoint } from "./compaction-endpoints";
import { compaction, compactionParams } from "./opaque";

/** What the client wrote under the user's name, but the newest of it: it stands for the context that is given afresh. */
const oldContext: Selector = ({ conversation: { messages } }) => {
  const context = messages.filter((one) => isTypedUser(one) && noteKind(one) === null && !isRealUser(one));
  return context.slice(0, -1).map(({ parts }) => ({ parts: parts.map(({ id }) => id), reason: "old-context" }));
};

/** Codex with OpenAI as the provider: its compaction endpoint, and of what it gives back only what a person typed. */
export const codexRemote = defineStrategy(
  folding({
    id: "codex-remote",
    title: "Codex CLI: remote compaction",
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
    comparison: choice([">=", ">"], "How the tokens are compared with the limit"),
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
