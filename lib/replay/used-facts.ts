import { once } from "../conversation/once";
import { type Part, partText } from "../conversation/part";
import { contentEntities } from "../evaluation/entities/content-entities";
import { isNeedable } from "../evaluation/entities/entity";
import { foldersOf } from "../evaluation/entities/folders";
import type { Readers } from "../evaluation/evidence";
import type { Session, SessionMessage } from "../transcript/session";

/** Numbers of a part's facts that the agent uses after they were shown. No other fact can be missed. */
export type UsedFactsOf = (part: Part) => readonly number[];

/**
 * Reads the facts of each logged part once, and of a part written by a recipe or the client's summary once per text,
 * for all policies of a session. Written text must hold the content, as in Compare. Nothing is read before the first
 * call.
 */
export function createUsedFacts(session: Session, agent: string, { entitiesOf, declaredOf }: Readers): UsedFactsOf {
  const numbers = once(() => numberUsedFacts(session, agent, { entitiesOf, declaredOf }));
  const byPart = new WeakMap<Part, readonly number[]>();
  const byText = new Map<string, readonly number[]>();
  const said = once(() => new WeakSet(session.messages.filter(isNoSummary).flatMap(({ parts }) => parts)));
  const numbersOf = (entities: ReadonlyMap<string, unknown>): readonly number[] =>
    [...withFolders(entities.keys())].flatMap((key) => numbers().get(key) ?? []);
  return (part) => {
    const known = byPart.get(part);
    if (known) return known;
    const facts = said().has(part)
      ? numbersOf(entitiesOf(part))
      : onceFor(byText, textKey(part), () => numbersOf(contentEntities(part, entitiesOf)));
    byPart.set(part, facts);
    return facts;
  };
}

const isNoSummary = ({ origin }: SessionMessage): boolean => origin !== "summary";

/** The facts that the agent wrote after another part had shown them. */
function numberUsedFacts(
  { messages }: Session,
  agent: string,
  { entitiesOf, declaredOf }: Pick<Readers, "entitiesOf" | "declaredOf">,
): Map<string, number> {
  const shown = new Set<string>();
  const used = new Map<string, number>();
  for (const { agent: owner, role, origin, parts } of messages) {
    if (owner !== agent) continue;
    const isAgents = role === "assistant" && origin === "model";
    for (const part of parts) {
      const declared = isAgents ? declaredOf(part) : null;
      for (const [key, entity] of entitiesOf(part)) {
        const isUse = isAgents && isNeedable(entity) && shown.has(key) && !declared?.has(key);
        if (isUse && !used.has(key)) used.set(key, used.size);
        shown.add(key);
        for (const folder of foldersOf(key)) shown.add(folder);
      }
    }
  }
  return used;
}

function withFolders(keys: Iterable<string>): Set<string> {
  const all = new Set<string>();
  for (const key of keys) {
    all.add(key);
    for (const folder of foldersOf(key)) all.add(folder);
  }
  return all;
}

/** Parts with the same key hold the same facts. */
function textKey(part: Part): string {
  const isError = part.type === "tool-result" && part.isError;
  return `${part.type}${isError ? " error" : ""} ${partText(part)}`;
}

function onceFor<V extends NonNullable<unknown>>(known: Map<string, V>, key: string, make: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  known.set(key, value);
  return value;
}
