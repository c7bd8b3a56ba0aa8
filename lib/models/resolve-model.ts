import type { ModelInfo } from "./model-info";
import { MODELS } from "./models";
import {
  halve,
  keepVendor,
  loosen,
  spellClaude,
  spellNumbers,
  stripDate,
  stripEffort,
  stripPlatform,
  stripPrecision,
} from "./name-forms";
import { ownModels } from "./own-models";

type Index = { readonly exact: ReadonlyMap<string, ModelInfo>; readonly loose: ReadonlyMap<string, ModelInfo | null> };

const SHIPPED = indexOf(MODELS);
const EXTENDED_WINDOW = /\[1m\]$/;
/** Longer texts are not model names and are not matched. */
const MAX_NAME = 300;

/**
 * The model that a log or a request means: an id or alias, with or without a date, a provider's prefix, `-latest`, a
 * Bedrock, Vertex, Azure or OpenRouter form, or an effort suffix. `[1m]` gives the extended window. The user's own rows
 * come first. Unknown names give null, never a guess. Takes any string and never throws.
 */
export function resolveModel(name: string | null): ModelInfo | null {
  if (name === null || name.length > MAX_NAME) return null;
  const known = resolvedWith(ownModels());
  const resolved = known.get(name);
  if (resolved !== undefined) return resolved;
  const model = resolveNew(name);
  if (known.size >= MAX_RESOLVED) known.clear();
  known.set(name, model);
  return model;
}

/** Resolved names are remembered, because a log repeats a few names and resolving one tries dozens of spellings. */
const MAX_RESOLVED = 1000;
const resolvedBefore = new WeakMap<object, Map<string, ModelInfo | null>>();

/** The names resolved so far with these rows of the user; other rows may give other models. */
function resolvedWith(own: object): Map<string, ModelInfo | null> {
  const known = resolvedBefore.get(own) ?? new Map<string, ModelInfo | null>();
  resolvedBefore.set(own, known);
  return known;
}

function resolveNew(name: string): ModelInfo | null {
  const full = name.trim().toLowerCase();
  const bare = halve(full.replace(EXTENDED_WINDOW, ""));
  const model = ownModels().get(full) ?? ownModels().get(bare) ?? ownRowOf(findModel(bare));
  if (!model || !EXTENDED_WINDOW.test(full)) return model;
  return { ...model, window: model.extendedWindow ?? model.window };
}

/** The same without the user's own rows. */
export const resolveShipped = (name: string): ModelInfo | null =>
  name.length > MAX_NAME ? null : findModel(halve(name.trim().toLowerCase()));

const ownRowOf = (model: ModelInfo | null): ModelInfo | null =>
  model && (ownModels().get(model.id.toLowerCase()) ?? model);

/** Shipped rows, each replaced by the user's own row of that id if there is one; then the user's other rows. */
export function allModels(): ModelInfo[] {
  const own = new Map([...ownModels().values()].map((model) => [model.id, model]));
  const shipped = MODELS.map((model) => own.get(model.id) ?? model);
  return [...shipped, ...[...own.values()].filter(({ id }) => !SHIPPED.exact.has(id.toLowerCase()))];
}

function findModel(name: string): ModelInfo | null {
  const found = lookUp(name, (candidate) => SHIPPED.exact.get(candidate));
  return found ?? lookUp(name, (candidate) => SHIPPED.loose.get(loosen(candidate)) ?? undefined) ?? null;
}

/** Tries forms from the most to the least specific, so that a dated model with its own row is not taken for its family. */
function lookUp(name: string, get: (candidate: string) => ModelInfo | undefined): ModelInfo | undefined {
  for (const start of new Set([name, stripPlatform(name), keepVendor(name)])) {
    let candidate = start;
    for (const undo of [spellNumbers, spellClaude, stripPrecision, stripDate, stripEffort, stripDate]) {
      const model = get(candidate);
      if (model) return model;
      candidate = undo(candidate);
    }
    const model = get(candidate);
    if (model) return model;
  }
  return undefined;
}

function indexOf(models: readonly ModelInfo[]): Index {
  const exact = new Map<string, ModelInfo>();
  const loose = new Map<string, ModelInfo | null>();
  for (const model of models)
    for (const name of [model.id, ...model.aliases]) {
      exact.set(name.toLowerCase(), model);
      const other = loose.get(loosen(name.toLowerCase()));
      // If two models differ only in a dot, their loose form is ambiguous and resolves to neither.
      loose.set(loosen(name.toLowerCase()), other === undefined || other === model ? model : null);
    }
  return { exact, loose };
}
