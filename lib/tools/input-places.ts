import type { JsonValue } from "../conversation/part";
import type { Places } from "./tool-row";

export type Fields = { readonly [key: string]: JsonValue };

/** A text of an input and the object that has it as a field (for an item of a list: the object that has the list). */
export type PlacedText = { readonly text: string; readonly holder: Fields };

/** A name without case and punctuation, in which clients differ (`file_path`, `filePath`). */
export const plainName = (name: string): string => name.replace(/[_\-\s]/g, "").toLowerCase();

export const isFields = (value: JsonValue | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of an input; none where it is a text or a list. */
export const fieldsOf = (input: JsonValue): Fields => (isFields(input) ? input : {});

/** The values at the places, each with the object that holds it, in the order of the places. */
export function valuesAt(input: JsonValue, places: Places): { value: JsonValue; holder: Fields }[] {
  return [places].flat().flatMap((place) => {
    const steps = (place as string).split(".").map((step) => plainName(step.replace("[]", "")));
    const last = steps.pop() as string;
    let holders = itemsOf(input);
    for (const step of steps) holders = holders.flatMap((holder) => itemsOf(fieldNamed(holder, step) ?? null));
    return holders.flatMap((holder) => {
      const value = fieldNamed(holder, last);
      return value === undefined || value === null ? [] : [{ value, holder }];
    });
  });
}

/** The texts at the places; for a list, its texts. */
export const textsAt = (input: JsonValue, places: Places): PlacedText[] =>
  valuesAt(input, places).flatMap(({ value, holder }) => textsOf(value).map((text) => ({ text, holder })));

/** The texts of the fields with these plain names, at any depth; fields inside a field that was found are not searched. */
export function textsNamed(input: JsonValue, names: ReadonlySet<string>, depth = 4): PlacedText[] {
  return valuesNamed(input, names, depth).flatMap(({ value, holder }) => {
    const texts = textsOf(value).map((text) => ({ text, holder }));
    return texts.length > 0 || depth === 0 ? texts : textsNamed(value, names, depth - 1);
  });
}

/** The values of the fields with these plain names, at any depth. */
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
  const key = Object.keys(fields).find((candidate) => plainName(candidate) === name);
  return key === undefined ? undefined : fields[key];
}

const textsOf = (value: JsonValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string" && item !== "");
