import { formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** The request opened by a link; `position` counts from 0 within the agent. */
export type LinkedRequest = {
  readonly position: number;
  /** A note if the link names a request that the log lacks; otherwise null. */
  readonly note: string | null;
};

/**
 * `wanted`: the link's number, counted from 1 within the agent as on screen; null opens `otherwise`. A missing number
 * opens the nearest request with a note.
 */
export function linkedRequest(
  wanted: number | null,
  count: number,
  otherwise: number,
  say: Say = english,
): LinkedRequest {
  const nearest = (position: number) => Math.max(0, Math.min(count - 1, position));
  if (wanted === null) return { position: nearest(otherwise), note: null };
  const position = nearest(wanted - 1);
  if (position === wanted - 1) return { position, note: null };
  const which = position === 0 && count > 1 ? say("the first one") : say("the last one");
  return {
    position,
    note: say(
      "The link points to request {wanted}, but this agent has only requests 1 to {count}. You see request {position}, {which}.",
      { wanted: formatTokens(wanted), count: formatTokens(count), position: formatTokens(position + 1), which },
    ),
  };
}

/** The request number in a URL's query; null if there is none. */
export const requestParam = (value: string | readonly string[] | undefined): number | null =>
  typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : null;

type Row = { readonly index: number };

/**
 * The request of a link to Compare. `at` is from older links, which counted as the API does: from 0 over all agents.
 */
export function comparedRequest(
  link: { readonly request: number | null; readonly at: number | null },
  rows: readonly Row[],
  otherwise: number,
  say: Say = english,
): LinkedRequest {
  const old = link.at === null ? -1 : rows.findIndex((row) => row.index === link.at);
  return linkedRequest(link.request, rows.length, old < 0 ? otherwise : old, say);
}
