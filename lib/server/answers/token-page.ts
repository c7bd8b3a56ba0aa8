import { Problem } from "@/lib/api/problem";
import type { TokenCountAnswer } from "@/lib/api/schemas/tokens";
import { allModels } from "@/lib/models/resolve-model";
import { describeTokenizer, TOKENIZER_IDS } from "@/lib/tokenizers/tokenizer";
import { type PricedModel, toPricedModels } from "@/lib/view-models/tokens/token-costs";
import { MAX_CHARACTERS } from "@/lib/view-models/tokens/token-examples";
import type { OpenedPart, TokenizerFacts } from "@/lib/view-models/tokens/token-lines";
import { english, type Say } from "@/lib/wording/say";
import { loadOwnModels } from "../models/own-models";
import { runTask } from "../sessions/healing-task";
import { loadPart } from "../sessions/sessions";

/** Every tokenizer with its basis and source. */
export const listTokenizers = (): TokenizerFacts[] =>
  TOKENIZER_IDS.map((id) => {
    const { title, basis } = describeTokenizer(id);
    return { id, title, basis };
  });

export function listPricedModels(): PricedModel[] {
  loadOwnModels();
  return toPricedModels(allModels());
}

/** The counts of POST /api/tokens for the first paint; null when no worker can answer. */
export async function countForPage(text: string): Promise<readonly TokenCountAnswer[] | null> {
  const body = Buffer.from(JSON.stringify({ text, tokenizers: TOKENIZER_IDS, include: ["offsets"] }));
  try {
    const { json } = await runTask({ kind: "count", input: { body } }, { lane: "interactive" });
    return (JSON.parse(json) as { counts: TokenCountAnswer[] }).counts;
  } catch {
    return null;
  }
}

/** The text of one part of a stored session, cut at the page's limit; null if there is no such part. */
export async function loadPartText(session: string, part: string, say: Say = english): Promise<OpenedPart | null> {
  try {
    const { text, role, type } = await loadPart(session, part);
    return {
      session,
      text: text.slice(0, MAX_CHARACTERS),
      title: say("{kind} of a message: {role}", { kind: say(type), role: say(role) }),
    };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
