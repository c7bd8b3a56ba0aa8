import type { ModelInfo } from "./model-info";

let own: ReadonlyMap<string, ModelInfo> = new Map();

/**
 * The user's own rows, by each of their names in lower case. The only data here that changes at run time: the code that
 * reads the user's file sets it, once per thread, before any name is resolved.
 */
export const ownModels = (): ReadonlyMap<string, ModelInfo> => own;

export function setOwnModels(models: readonly ModelInfo[]): void {
  own = new Map(
    models.flatMap((model) => [model.id, ...model.aliases].map((name) => [name.trim().toLowerCase(), model] as const)),
  );
}
