import { withoutOwnReceiver } from "./declared-names";
import { type Entity, isNeedable } from "./entity";

/** A name in the agent's own words that can prove a need. */
export type WrittenName = {
  readonly written: string;
  /** Its key without a receiver that the agent named itself; null if nothing distinctive remains. */
  readonly own: string | null;
};

export function writtenNames(
  entities: ReadonlyMap<string, Entity>,
  declared: ReadonlySet<string>,
  roots: readonly string[],
): readonly WrittenName[] {
  const names: WrittenName[] = [];
  for (const [written, entity] of entities)
    if (isNeedable(entity) && !isRoot(written, roots))
      names.push({ written, own: withoutOwnReceiver(written, declared) });
  return names;
}

/** True for the project's own folder, which every prompt of the client contains. */
const isRoot = (key: string, roots: readonly string[]): boolean =>
  roots.some((root) => `path:${root}`.toLowerCase() === key.toLowerCase());
