import type { StoredSession } from "../api/schemas/conversation";
import type { RequestRow } from "../api/schemas/request-row";
import type { CallWarning } from "./call";

/** The agent of a request if the caller gives none. */
const MAIN_AGENT = "main";

/**
 * Identifies a request of a stored session: by number within its agent, as shown everywhere, by index, or as the one
 * with the largest prompt.
 */
export type RequestChoice =
  | { readonly agent: string; readonly number: number }
  | { readonly index: number }
  | { readonly fullest: true };

export function choiceOf({ agent = MAIN_AGENT, number, request }: StoredSession): RequestChoice {
  if (number !== undefined) return { agent, number };
  return request === undefined ? { fullest: true } : { index: request };
}

/** The chosen request of a session. `fullest` is the main agent's request with the largest prompt. */
export function chosenRequest(rows: readonly RequestRow[], choice: RequestChoice): RequestRow | undefined {
  if ("index" in choice) return rows.find((row) => row.index === choice.index);
  if ("number" in choice)
    return rows.find((row) => row.agent === choice.agent && row.index_in_agent === choice.number - 1);
  const main = rows.filter((row) => row.agent === MAIN_AGENT);
  return (main.length > 0 ? main : rows).reduce<RequestRow | undefined>(
    (best, row) => (best === undefined || row.prompt_tokens > best.prompt_tokens ? row : best),
    undefined,
  );
}

/** How answers identify a request. */
export const nameOfRequest = ({ agent, index_in_agent, index }: RequestRow) => ({
  agent,
  number: index_in_agent + 1,
  index,
});

/** `session.request` counts differently from pages and links, so the warning gives the number used there. */
export function indexWarnings(session: StoredSession | undefined, row: RequestRow | undefined): CallWarning[] {
  if (session?.request === undefined || row === undefined) return [];
  const { agent, number, index } = nameOfRequest(row);
  const message = `session.request is deprecated: it counts from 0 over all agents. Its ${index} is request ${number} of agent ${agent}, so send {"agent": ${JSON.stringify(agent)}, "number": ${number}}`;
  return [{ code: "request-index", message }];
}
