import { partText, type ToolCallPart, type ToolResultPart } from "./part";
import { stableJson } from "./stable-json";

/**
 * Number of consecutive exchanges after which a model tends to continue the pattern. Winnow's choice, because the
 * article gives no number.
 */
const LEAST_ALIKE = 6;

/**
 * Number of characters of a call, and of its result, that are compared. Later characters differ even between calls that
 * follow a pattern.
 */
const COMPARED_CHARACTERS = 40;

export type AlikeExchange = { readonly call: ToolCallPart; readonly result: ToolResultPart };

/** Consecutive exchanges that differ at most in their numbers. */
export type AlikeRun<E extends AlikeExchange> = { readonly first: E; readonly count: number };

/**
 * Runs of at least `LEAST_ALIKE` similar exchanges: the same tool, and the same start of input and result apart from
 * numbers. A model imitates such a pattern even if it no longer fits. Source: "Context Engineering for AI Agents:
 * Lessons from Building Manus" (2025-07-18), the part on few-shot prompts.
 */
export function alikeRuns<E extends AlikeExchange>(exchanges: Iterable<E>): AlikeRun<E>[] {
  const runs: { first: E; count: number; shape: string }[] = [];
  for (const exchange of exchanges) {
    const shape = shapeOf(exchange);
    const run = runs.at(-1);
    if (run?.shape === shape) run.count += 1;
    else runs.push({ first: exchange, count: 1, shape });
  }
  return runs.filter(({ count }) => count >= LEAST_ALIKE).map(({ first, count }) => ({ first, count }));
}

const shapeOf = ({ call, result }: AlikeExchange): string =>
  `${beginning(`${call.toolName} ${stableJson(call.input)}`)} ${beginning(partText(result))}`;

/** Reads only what is compared, because a result may be long. */
function beginning(text: string): string {
  let read = "";
  for (const [piece] of text.matchAll(PIECE)) {
    read += /^\d/.test(piece) ? "0" : piece;
    if (read.length >= COMPARED_CHARACTERS) break;
  }
  return read.slice(0, COMPARED_CHARACTERS);
}

const PIECE = /\d+|\D{1,40}/g;
