import { oncePerPart } from "../conversation/once-per-part";
import type { Part } from "../conversation/part";
import { textOperations } from "../evaluation/artifacts/read-trail";
import { rootsOf } from "../evaluation/cut-at";
import { pathEntity } from "../evaluation/entities/classify-word";
import { isNeedable } from "../evaluation/entities/entity";
import { NameWords } from "../evaluation/entities/name-words";
import { createEntityReader } from "../evaluation/entities/part-entities";
import { createWordReader } from "../evaluation/entities/part-words";
import { createReaders, type Readers } from "../evaluation/evidence";
import { calledFiles } from "../tools/call-facts";
import { messagesOf, type PromptSpan, promptSpans } from "../transcript/context-at";
import type { Session } from "../transcript/session";
import type { CompactionPlace } from "./compaction-loss";

/**
 * Readers for `countCompaction` of all these places. Only facts written after a readable compaction can have been
 * needed, and only files named in a call can be read again. These names are found first; other text is read only if it
 * contains one of them.
 */
export function countingReaders(
  session: Session,
  places: readonly CompactionPlace[],
  tokensOf: (part: Part) => number,
): Readers {
  const roots = rootsOf(session);
  const readers = createReaders(tokensOf, roots);
  const readable = places.filter(({ isUnreadable }) => !isUnreadable);
  if (readable.length === 0) return readers;
  const written = writtenAfter(session, readable);
  const prompts = promptsAfter(session, readable);
  const whole = new Set([...written, ...prompts]);
  const sought = new NameWords();
  for (const part of written)
    for (const entity of readers.entitiesOf(part).values()) if (isNeedable(entity)) sought.add(entity);
  const parts = session.messages.flatMap(({ parts: own }) => own);
  for (const path of new Set(parts.flatMap((part) => pathsOf(part, session)))) sought.add(pathEntity(path, roots));
  // A short form may stand for several names and counts as showing one of them, so the names in prompts are
  // needed too.
  for (const part of prompts)
    for (const entity of readers.entitiesOf(part).values())
      if (entity.kind === "path" || entity.kind === "symbol") sought.add(entity);
  const skim = createEntityReader(roots, sought);
  const skimmed = new Set(parts.filter((part) => !whole.has(part)));
  return {
    ...readers,
    entitiesOf: oncePerPart((part: Part) => (skimmed.has(part) ? skim(part) : readers.entitiesOf(part))),
    wordsOf: createWordReader(sought),
  };
}

/** Files named in a call, including calls that a client writes into an answer's text. */
function pathsOf(part: Part, { tools }: Session): string[] {
  if (part.type === "tool-call") return calledFiles(part, tools).map(({ path }) => path);
  return part.type === "text" ? textOperations(part.text).map(({ path }) => path) : [];
}

/** What each agent wrote after its first compaction. */
function writtenAfter(session: Session, places: readonly CompactionPlace[]): Part[] {
  const from = new Map<string, number>();
  const spans = promptSpans(session);
  for (const { after } of places) {
    const agent = agentAt(session, after);
    from.set(agent, Math.min(from.get(agent) ?? Number.POSITIVE_INFINITY, (spans[after] as PromptSpan).end));
  }
  return session.messages.flatMap(({ agent, role, origin, parts }, at) =>
    role === "assistant" && origin === "model" && at >= (from.get(agent) ?? Number.POSITIVE_INFINITY) ? parts : [],
  );
}

/** The first prompt after each compaction. */
function promptsAfter(session: Session, places: readonly CompactionPlace[]): Part[] {
  const spans = promptSpans(session);
  return places.flatMap(({ after }) =>
    messagesOf(session, agentAt(session, after), spans[after] as PromptSpan).flatMap(({ parts }) => parts),
  );
}

const agentAt = ({ responses }: Session, index: number): string => responses[index]?.agent ?? "main";
