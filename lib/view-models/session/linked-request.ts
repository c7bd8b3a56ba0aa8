import { formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** The request that a link opens; `position` counts from 0 within the agent. */
export type LinkedRequest = {
  readonly position: number;
  /** What to say if the link names a request that the log does not have; null otherwise. */
  readonly note: string | null;
};

/**
 * `wanted` is the number in the link, counted from 1 within the agent as on screen; null opens `otherwise`. A number that the
 * log does not have opens the nearest request and says so.
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
      "The link names request {wanted}, but this agent has requests 1 to {count}: request {position}, {which}, is shown.",
      { wanted: formatTokens(wanted), count: formatTokens(count), position: formatTokens(position + 1), which },
    ),
  };
}

type Row = { readonly index: number };

/**
 * The request of a link to Compare. `at` is from older links, which named the request as the API does: counted from 0 over all
 * agents.
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
