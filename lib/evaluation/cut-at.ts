import { contextAt, promptSpans } from "../transcript/context-at";
import type { Session } from "../transcript/session";
import { gatherEvidence, type Readers } from "./evidence";
import { findNeeded } from "./future";
import { toFuture } from "./future-step";
import type { Cut } from "./measure-loss";

/** The evaluation point at response `index`: what its request sent, and what its agent did after that. */
export function cutAt(session: Session, index: number, readers: Readers): Cut {
  const response = session.responses[index];
  const span = promptSpans(session)[index];
  if (!response || !span) throw new RangeError(`the session has no response ${index}`);
  const evidence = gatherEvidence(contextAt(session, index), readers);
  const future = toFuture(session.messages.slice(span.end), response.agent);
  return { evidence, needed: findNeeded(evidence, future, readers), readers };
}

/** Folders to strip from the front of paths: the project's, if the log contains it. */
export const rootsOf = ({ project }: Pick<Session, "project">): readonly string[] =>
  project !== null && /^(?:\/|[A-Za-z]:)/.test(project) ? [project.replaceAll("\\", "/").replace(/\/$/, "")] : [];
