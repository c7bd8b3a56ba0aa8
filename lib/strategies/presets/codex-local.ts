import * as z from "zod";
import { when } from "../grammar/combinators";
import { choice, share, whole } from "../grammar/params";
import type { Procedure } from "../grammar/procedure";
import { defineStrategy, folding } from "../grammar/strategy";
import { fold } from "../summaries/fold";
import { CODEX } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { codexTrigger, codexUserMessages } from "./codex";

const BEFORE =
  "Another language model began this task and wrote the summary below of what it did. Build on its work, do not repeat it.";

export const codexLocal = defineStrategy(
  folding({
    id: "codex-local",
    version: "2",
    product: {
      name: "Codex CLI",
      version: "0.169 (239c84bd)",
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://github.com/openai/codex/blob/main/codex-rs/core/src/compact.rs",
    },
  }),
  z.object({
    fraction: share(0.9, "Compacts at this share of the window; the product accepts at most nine tenths"),
    comparison: choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    userTokens: whole(
      20_000,
      "Maximum tokens of user messages to keep, newest first; the one that fits only in part is shortened",
      1,
    ),
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  ({ fraction, comparison, userTokens, instructions, summaryTokens }, environment) => {
    const users = codexUserMessages.bind({ fraction, comparison, userTokens });
    if (!users.ok) throw new Error(users.error.message);
    const cut: Procedure = users.value.build(environment);
    return when(
      codexTrigger(fraction, comparison, environment),
      fold({ id: "compact", cut, style: CODEX, place: "end", maxTokens: summaryTokens, instructions, before: BEFORE }),
    );
  },
);
