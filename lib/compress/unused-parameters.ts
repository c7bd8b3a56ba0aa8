import type { CompareBody, CompressBody } from "../api/schemas/compress-body";
import { STRATEGIES } from "../strategies";

/** Warnings about valid parameters that have no effect in this call, because no chosen strategy uses them. */
export function unusedWarnings(body: CompressBody | CompareBody): { code: string; message: string }[] {
  const summarises = usesSummaries("strategies" in body ? body.strategies : body.strategy);
  const named = {
    instructions: body.instructions !== undefined && body.input === undefined && !summarises,
    summarizer: body.summarizer !== undefined && body.summarizer !== "extractive" && !summarises,
    "include: text_diff": body.include.includes("text_diff"),
  };
  return Object.entries(named)
    .filter(([, isGiven]) => isGiven)
    .map(([name]) => ({ code: "not-used", message: `${name} has no effect: no strategy here uses it yet` }));
}

/** True if any strategy of the recipe writes summaries, at any depth. */
function usesSummaries(recipe: unknown): boolean {
  const text = JSON.stringify(recipe ?? null);
  return STRATEGIES.some(({ id, summarises }) => summarises === true && text.includes(`"${id}"`));
}
