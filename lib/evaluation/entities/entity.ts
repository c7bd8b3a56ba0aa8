/** Kinds of facts that a conversation may need again later, recognised by form, without a model. */
export type EntityKind = "path" | "error" | "url" | "command" | "symbol" | "number";

export type Entity = {
  readonly kind: EntityKind;
  /** Kind and normal form: equal keys mean the same fact. */
  readonly key: string;
  /** As it was written, for display. */
  readonly text: string;
};

/** How much losing one matters. Our own weights, after what agents look up again after a compaction: paths and errors. */
export const KIND_WEIGHTS: Readonly<Record<EntityKind, number>> = {
  path: 3,
  error: 3,
  url: 2,
  command: 2,
  symbol: 1.5,
  number: 1,
};

export const ENTITY_KINDS = Object.keys(KIND_WEIGHTS) as readonly EntityKind[];

export const entityOf = (kind: EntityKind, normal: string, text = normal): Entity => ({
  kind,
  key: `${kind}:${normal}`,
  text,
});

/**
 * Whether a later use of it shows a need. A command does not: agents write `npm test` from habit, and what they write of it
 * is made of paths and names, which count themselves.
 */
export const isNeedable = ({ kind }: Entity): boolean => kind !== "command";
