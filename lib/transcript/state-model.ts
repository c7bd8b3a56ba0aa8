import type { ModelChange, ModelStatement, Response, Session } from "./session";

/**
 * What the reader said: of one session (`session:<id>`), of all sessions of a file (`file:<sha256>`), or of all sessions of a
 * client (`client:<name>`). Without model and window: that it is left unknown.
 */
export type StoredStatement = {
  readonly subject: string;
  readonly model: string | null;
  /** In tokens. */
  readonly window: number | null;
  readonly changes: readonly ModelChange[];
};

export const sessionSubject = (id: string): string => `session:${id}`;

export const fileSubject = (sha256: string): string => `file:${sha256}`;

/** The client as the library names it: the program that wrote the log, otherwise its format. */
export const clientSubject = ({ client, format }: Pick<Session, "client" | "format">): string =>
  `client:${client ?? format}`;

/** What was said of this session; if nothing was, what was said of its file, and then of its client. */
export function statementFor(session: Session, stored: readonly StoredStatement[]): ModelStatement | null {
  const subjects = [
    ["session", sessionSubject(session.id)],
    ["file", fileSubject(session.files[0]?.sha256 ?? "")],
    ["client", clientSubject(session)],
  ] as const;
  for (const [scope, subject] of subjects) {
    const found = stored.find((entry) => entry.subject === subject);
    if (found) {
      const { model, window, changes } = found;
      return { model, window, scope, ...(changes.length > 0 && { changes }) };
    }
  }
  return null;
}

/**
 * The session with what the reader said: answers without a model get the stated one, and calls whose window the log does
 * not state get the stated window. What the log itself says is never changed.
 */
export function withStatedModel(session: Session, stated: ModelStatement | null): Session {
  if (stated === null) return session;
  const isLeftUnknown = stated.model === null && stated.window === null;
  const applies = (response: Response) =>
    (isLeftUnknown && response.model === null) ||
    (stated.model !== null && response.model === null) ||
    (stated.window !== null && !response.limits?.window);
  if (!session.responses.some(applies)) return session;
  const models = modelsOf(session, stated);
  const responses = session.responses.map((response, at) => stateResponse(response, models[at] ?? null, stated.window));
  return { ...session, stated, responses };
}

/** The stated model of each response. A change holds from a request of the main thread on, of whatever follows in the log. */
function modelsOf({ responses }: Session, { model, changes = [] }: ModelStatement): (string | null)[] {
  let current = model;
  let inMain = 0;
  return responses.map(({ agent }) => {
    if (agent === "main") {
      current = changes.find((change) => change.index_in_agent === inMain)?.model ?? current;
      inMain += 1;
    }
    return current;
  });
}

function stateResponse(response: Response, model: string | null, window: number | null): Response {
  const limits = window === null || response.limits?.window ? response.limits : { ...response.limits, window };
  return { ...response, model: response.model ?? model, ...(limits && { limits }) };
}

/** The session as its log has it: without the model that the reader said. A stated window stays. */
export function withoutStatedModel(session: Session): Session {
  const { model = null, changes = [] } = session.stated ?? {};
  if (model === null) return session;
  const said = new Set<string | null>([model, ...changes.map((change) => change.model)]);
  const { stated: _, ...rest } = session;
  return {
    ...rest,
    responses: session.responses.map((response) =>
      said.has(response.model) ? { ...response, model: null } : response,
    ),
  };
}
