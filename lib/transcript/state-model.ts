import type { ModelStatement, Response, Session } from "./session";

/** What the reader said: of one session (`session:<id>`), or of all sessions of a client (`client:<name>`). */
export type StoredStatement = {
  readonly subject: string;
  readonly model: string | null;
  /** In tokens. */
  readonly window: number | null;
};

export const sessionSubject = (id: string): string => `session:${id}`;

/** The client as the library names it: the program that wrote the log, otherwise its format. */
export const clientSubject = ({ client, format }: Pick<Session, "client" | "format">): string =>
  `client:${client ?? format}`;

/** What was said of this session; where nothing was, what was said of its client. */
export function statementFor(session: Session, stored: readonly StoredStatement[]): ModelStatement | null {
  const find = (subject: string) => stored.find((entry) => entry.subject === subject);
  const own = find(sessionSubject(session.id));
  const found = own ?? find(clientSubject(session));
  return found ? { model: found.model, window: found.window, scope: own ? "session" : "client" } : null;
}

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
