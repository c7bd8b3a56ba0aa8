import type { ModelChange, ModelStatement, Response, Session } from "./session";

/**
 * The reader's statement: about one session (`session:<id>`), all sessions of a file (`file:<sha256>`), or all sessions
 * of a client (`client:<name>`). If model and window are null, the reader left them unknown.
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

/** The client's name in the library: the program that wrote the log, otherwise its format. */
export const clientSubject = ({ client, format }: Pick<Session, "client" | "format">): string =>
  `client:${client ?? format}`;

/** The statement about this session. If there is none, the one about its file, otherwise the one about its client. */
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
 * The session with the reader's statement: answers without a model get the stated one, and calls without a logged
 * window get the stated window. The log's own facts never change.
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

/**
 * Each response's stated model. A change takes effect at a request of the main thread and applies to
 * everything later in the log.
 */
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

/** The session as logged: without the reader's model. A stated window stays. */
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
