import type { ModelInfo } from "./model-info";

let own: ReadonlyMap<string, ModelInfo> = new Map();

/**
 * The user's own rows, by every name they go by (lower case). The one thing here that can change while the program runs:
 * whoever reads the user's file puts them in, once per thread, before anything is resolved.
 */
export const ownModels = (): ReadonlyMap<string, ModelInfo> => own;

export function setOwnModels(models: readonly ModelInfo[]): void {
  own = new Map(
    models.flatMap((model) => [model.id, ...model.aliases].map((name) => [name.trim().toLowerCase(), model] as const)),
  );
}
