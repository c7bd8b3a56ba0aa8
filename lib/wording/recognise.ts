import { IntlMessageFormat } from "intl-messageformat";

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];
/** A sentence and its values in a text made from it. */
export type Recognised = {
  readonly sentence: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Number of the text's letters that belong to the sentence itself, not to its values. */
  readonly fixed: number;
};

/** A group of a pattern: its argument, and how to read the value from the text. */
type Hole = { readonly name: string; readonly read: (text: string) => string | number };

type Template = {
  readonly sentence: string;
  readonly pattern: RegExp;
  readonly holes: readonly Hole[];
  /** Number of fixed letters: of two matching sentences, the one with more is meant. */
  readonly fixed: number;
  /** Number of fixed characters, which decides between sentences with equally many letters. */
  readonly size: number;
};

/** Sentences with fewer fixed letters are recognised only if their values are figures: `{minutes} m`. */
const FEW_LETTERS = 7;
const FIGURE = "[#~≥<−+$\\d.,hkmsM%\\u2009\\u202f ]+?";
const ANYTHING = "[^]*?";
const NUMBER = "\\d[\\d,]*(?:\\.\\d+)?";
/** The parser's element types. */
const TYPE = { literal: 0, argument: 1, plural: 6, pound: 7 } as const;

/**
 * Finds the sentence that an English text was made from, and its values. Texts from the API and those stored at import
 * are English; this lets pages translate them without storing a second form.
 */
export function recogniser(sentences: readonly string[]): (text: string) => Recognised | null {
  let templates: readonly Template[] | null = null;
  return (text) => {
    templates ??= sentences.flatMap(templateOf).sort(byFirst);
    for (const { sentence, pattern, holes, fixed } of templates) {
      const found = pattern.exec(text);
      if (found) return { sentence, values: valuesOf(holes, found.slice(1)), fixed };
    }
    return null;
  };
}

/** Sentences beginning with fixed words come first: a value at the start of another would swallow them. */
const byFirst = (one: Template, other: Template): number =>
  Number(one.sentence.startsWith("{")) - Number(other.sentence.startsWith("{")) ||
  other.fixed - one.fixed ||
  other.size - one.size;

function templateOf(sentence: string): Template[] {
  if (!sentence.includes("{")) return []; // a plain sentence is found by itself
  const elements = new IntlMessageFormat(sentence, "en", undefined, { ignoreTag: true }).getAst();
  const letters = sizeOf(elements, (text) => text.replace(/\P{L}/gu, "").length);
  if (letters === 0) return [];
  const holes: Hole[] = [];
  const source = patternOf(elements, holes, letters < FEW_LETTERS ? FIGURE : ANYTHING);
  const size = sizeOf(elements, (text) => text.length);
  return [{ sentence, holes, fixed: letters, size, pattern: new RegExp(`^${source}$`, "u") }];
}

/** Minimum size of any text from the sentence: for a plural or choice that of its shortest branch. */
const sizeOf = (elements: readonly Element[], size: (text: string) => number): number =>
  elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + size(element.value);
    if (!("options" in element)) return sum;
    return sum + Math.min(...Object.values(element.options).map(({ value }) => sizeOf(value, size)));
  }, 0);

function patternOf(elements: readonly Element[], holes: Hole[], value: string): string {
  return elements.map((element) => elementPattern(element, holes, value)).join("");
}

function elementPattern(element: Element, holes: Hole[], value: string): string {
  if (element.type === TYPE.literal) return escaped(element.value);
  if (element.type === TYPE.pound) return NUMBER;
  const name = "value" in element ? String(element.value) : "";
  if (element.type === TYPE.argument) {
    holes.push({ name, read: String });
    return `(${value})`;
  }
  if (!("options" in element)) {
    holes.push({ name, read: readNumber });
    return `(${NUMBER})`;
  }
  const options = Object.entries(element.options);
  const own: Hole[] = []; // holes of the arguments inside branches; their groups follow the group of all branches
  const branches = options.map(([key, option]) => ({ key, source: patternOf(option.value, own, value) }));
  const chosen = (text: string) =>
    branches.find(({ source }) => new RegExp(`^${source}$`, "u").test(text))?.key ?? "other";
  holes.push({ name, read: element.type === TYPE.plural ? readNumber : chosen }, ...own);
  return `(${branches.map(({ source }) => source).join("|")})`;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** `1,105 messages` is 1105; a branch without a number means one. */
function readNumber(text: string): number {
  const digits = new RegExp(NUMBER).exec(text)?.[0];
  return digits === undefined ? 1 : Number(digits.replaceAll(",", ""));
}

function valuesOf(holes: readonly Hole[], found: readonly (string | undefined)[]): Recognised["values"] {
  const values: Record<string, string | number> = {};
  holes.forEach(({ name, read }, at) => {
    const text = found[at];
    if (text !== undefined) values[name] ??= read(text);
  });
  return values;
}
