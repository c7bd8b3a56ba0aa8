import type { ModelStatement, Response, Session } from "./session";

/**
 * The session with what the reader said: answers without a model get the stated one, and calls whose window the log does
 * not state get the stated window. What the log itself says is never changed.
 */
export function withStatedModel(session: Session, stated: ModelStatement | null): Session {
  if (stated === null) return session;
  const applies = (response: Response) =>
    (stated.model !== null && response.model === null) || (stated.window !== null && !response.limits?.window);
  if (!session.responses.some(applies)) return session;
  return { ...session, stated, responses: session.responses.map((response) => stateResponse(response, stated)) };
}

function stateResponse(response: Response, { model, window }: ModelStatement): Response {
  const limits = window === null || response.limits?.window ? response.limits : { ...response.limits, window };
  return { ...response, model: response.model ?? model, ...(limits && { limits }) };
}
