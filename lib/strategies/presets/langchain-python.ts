import * as z from "zod";
import { step, when } from "../grammar/combinators";
import { TOKEN_COUNT } from "../grammar/gauges";
import { enoughGain } from "../grammar/guards";
import { flag, nameList, names, whole } from "../grammar/params";
import { defineStrategy, deterministic, type Product } from "../grammar/strategy";
import { compares } from "../grammar/triggers";
import { clearUse, selectOldUses } from "./anthropic";

/** The product of the LangChain Python presets. `file`: one of its middleware modules. */
export const langchainPython = (file: string): Product => ({
  name: "LangChain Python",
  version: "1.4.2",
  date: "2026-11-22",
  read: "2026-11-22",
  source: `https://github.com/langchain-ai/langchain/blob/master/libs/langchain_v1/langchain/agents/middleware/${file}`,
});

/**
 * Unlike LangChain JS, starts above its trigger and not at it, stops once enough is cleared, and leaves results
 * without a call alone. As in LangChain JS, results of excluded tools count among the newest that stay.
 */
export const langchainPythonClearTools = defineStrategy(
  deterministic({
    id: "langchain-python-clear-tools",
    variantOf: "langchain-clear-tools",
    family: "in-place",
    product: langchainPython("context_editing.py"),
    cache: "rewrites-suffix",
  }),
  z.object({
    triggerTokens: whole(100_000, "Starts when the prompt has more tokens than this"),
    keep: whole(3, "Number of newest tool results to keep"),
    clearAtLeast: whole(0, "Stops once this many tokens are cleared, oldest first; 0 = clears everything allowed"),
    excludeTools: names([], "Tools whose results are never cleared"),
    clearToolInputs: flag(false, "Also empties the arguments of the cleared calls"),
    placeholder: z.string().min(1).max(200).default("[cleared]").describe("Text that replaces a cleared result"),
  }),
  ({ triggerTokens, keep, clearAtLeast, excludeTools, clearToolInputs, placeholder }) =>
    when(
      compares(TOKEN_COUNT, ">", triggerTokens),
      step({
        id: "clear",
        select: selectOldUses({ keep, excludeTools: nameList(excludeTools), countExcluded: true, placeholder }),
        transform: clearUse(placeholder, () => clearToolInputs),
        guards: [enoughGain(clearAtLeast)],
      }),
    ),
);
