import { once } from "../conversation/once";
import { oncePerPart } from "../conversation/once-per-part";
import { type Part, partText } from "../conversation/part";
import { contentPart } from "../evaluation/entities/content-entities";
import { withoutOwnReceiver } from "../evaluation/entities/declared-names";
import { isNeedable } from "../evaluation/entities/entity";
import { foldersOf } from "../evaluation/entities/folders";
import { KnownNames, wordsIn } from "../evaluation/entities/known-names";
import { textsOf } from "../evaluation/entities/part-entities";
import type { Readers } from "../evaluation/evidence";
import type { Session, SessionMessage } from "../transcript/session";

/** Numbers of the facts that the agent uses after they were shown. Other facts cannot be missed. */
export type UsedFacts = {
  /** Number of facts that can be missed. */
  readonly count: () => number;
  /** Facts that a part shows, in any spelling. */
  readonly shownBy: (part: Part) => readonly number[];
  /** Facts that a part spells out, with the folders of its paths. */
  readonly writtenIn: (part: Part) => readonly number[];
};

/**
 * Reads the facts of each logged part once, and of a part written by a recipe or the client's summary once per text,
 * for all policies of a session. Written text must contain the fact itself, as in Compare. Nothing is read before the
 * first call.
 */
export function createUsedFacts(session: Session, agent: string, { entitiesOf, declaredOf }: Readers): UsedFacts {
  const numbers = once(() => numberUsedFacts(session, agent, { entitiesOf, declaredOf }));
  const names = once(() => new KnownNames(numbers()));
  const said = once(() => new WeakSet(session.messages.filter(isNoSummary).flatMap(({ parts }) => parts)));
  const byText = new Map<string, readonly number[]>();
  const numbersOf = (keys: ReadonlySet<string>) => [...keys].flatMap((key) => numbers().get(key) ?? []);
  const shownIn = (part: Part) => {
    const keys = new Set<string>();
    for (const key of entitiesOf(part).keys()) for (const fact of names().shownByName(key)) keys.add(fact);
    for (const text of textsOf(part)) for (const fact of names().shownByWords(wordsIn(text))) keys.add(fact);
    return numbersOf(keys);
  };
  return {
    count: () => numbers().size,
    shownBy: oncePerPart((part: Part) =>
      said().has(part) ? shownIn(part) : onceFor(byText, textKey(part), () => shownIn(contentPart(part, entitiesOf))),
    ),
    writtenIn: oncePerPart((part: Part) => numbersOf(withFolders(entitiesOf(part).keys()))),
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
        const needed = declared && isNeedable(entity) ? withoutOwnReceiver(key, declared) : null;
        if (needed !== null && shown.has(needed) && !used.has(needed)) used.set(needed, used.size);
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

/** Parts with the same key contain the same facts. */
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
