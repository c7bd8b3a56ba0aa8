import type { JsonValue } from "../conversation/part";
import type { Places } from "./tool-row";

export type Fields = { readonly [key: string]: JsonValue };

/** A text in an input and the object that has it as a field (for a list item: the object with the list). */
export type PlacedText = { readonly text: string; readonly holder: Fields };

const plainNames = new Map<string, string>();
/** Maximum number of cached field names. Tool inputs have few, but a hostile input may have any number. */
const MAX_NAMES = 2_000;

/** A name without case and punctuation, in which clients differ (`file_path`, `filePath`). */
export function plainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const plain = name.replace(/[_\-\s]/g, "").toLowerCase();
  if (plainNames.size < MAX_NAMES) plainNames.set(name, plain);
  return plain;
}

export const isFields = (value: JsonValue | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An input's fields; none if it is a text or list. */
export const fieldsOf = (input: JsonValue): Fields => (isFields(input) ? input : {});

/** The values at the places, each with the object that contains it, in the order of the places. */
export function valuesAt(input: JsonValue, places: Places): { value: JsonValue; holder: Fields }[] {
  const list = typeof places === "string" ? [places] : places;
  return list.flatMap((place) => {
    const { steps, last } = stepsOf(place);
    let holders = itemsOf(input);
    for (const step of steps) holders = holders.flatMap((holder) => itemsOf(fieldNamed(holder, step) ?? null));
    return holders.flatMap((holder) => {
      const value = fieldNamed(holder, last);
      return value === undefined || value === null ? [] : [{ value, holder }];
    });
  });
}

type Steps = { readonly steps: readonly string[]; readonly last: string };

/** The parsed places of the tool table, cached because every call needs them. */
const knownSteps = new Map<string, Steps>();

function stepsOf(place: string): Steps {
  const known = knownSteps.get(place);
  if (known) return known;
  const steps = place.split(".").map((step) => plainName(step.replace("[]", "")));
  const found = { steps: steps.slice(0, -1), last: steps.at(-1) as string };
  knownSteps.set(place, found);
  return found;
}

/** The texts at the places; if a place has a list, the texts in the list. */
export const textsAt = (input: JsonValue, places: Places): PlacedText[] =>
  valuesAt(input, places).flatMap(({ value, holder }) => textsOf(value).map((text) => ({ text, holder })));

/** Texts of the fields with these plain names, at any depth; fields inside a found field are not searched. */
export function textsNamed(input: JsonValue, names: ReadonlySet<string>, depth = 4): PlacedText[] {
  return valuesNamed(input, names, depth).flatMap(({ value, holder }) => {
    const texts = textsOf(value).map((text) => ({ text, holder }));
    return texts.length > 0 || depth === 0 ? texts : textsNamed(value, names, depth - 1);
  });
}

/** Values of the fields with these plain names, at any depth. */
export function valuesNamed(
  input: JsonValue,
  names: ReadonlySet<string>,
  depth = 4,
): { value: JsonValue; holder: Fields }[] {
  return itemsOf(input).flatMap((holder) =>
    Object.entries(holder).flatMap(([name, value]) => {
      if (names.has(plainName(name))) return [{ value, holder }];
      return depth === 0 ? [] : valuesNamed(value, names, depth - 1);
    }),
  );
}

function itemsOf(value: JsonValue): Fields[] {
  if (Array.isArray(value)) return value.filter(isFields);
  return isFields(value) ? [value] : [];
}

function fieldNamed(fields: Fields, name: string): JsonValue | undefined {
  for (const key of Object.keys(fields)) if (plainName(key) === name) return fields[key];
  return undefined;
}

const textsOf = (value: JsonValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string" && item !== "");
