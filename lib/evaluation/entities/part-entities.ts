import type { JsonValue, Part, ToolCallPart } from "../../conversation/part";
import { partText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { shellLine } from "../../tools/command-lines";
import { FIELD_NAMES } from "../../tools/data/field-names";
import { plainName } from "../../tools/input-places";
import { pathEntity } from "./classify-word";
import { type Entity, entityOf } from "./entity";
import { findEntities } from "./find-entities";
import { findErrors } from "./find-errors";
import type { NameWords } from "./name-words";

const LONGEST_COMMAND = 300;

/** The entities of a part. Each part object is parsed once, however many strategies and cuts use it. */
export type EntityReader = (part: Part) => ReadonlyMap<string, Entity>;

/** `roots`: folders to strip from the front of paths, such as the project's. `sought`: see `findEntities`. */
export function createEntityReader(roots: readonly string[] = [], sought?: NameWords): EntityReader {
  const known = new WeakMap<Part, ReadonlyMap<string, Entity>>();
  return (part) => {
    const before = known.get(part);
    if (before) return before;
    const found = entitiesOf(part, roots, sought);
    known.set(part, found);
    return found;
  };
}

function entitiesOf(part: Part, roots: readonly string[], sought?: NameWords): Map<string, Entity> {
  if (part.type === "file" || part.type === "opaque") return new Map();
  if (part.type === "tool-call") return callEntities(part, roots, sought);
  const text = partText(part);
  const found = findEntities(text, roots, sought);
  if (part.type === "tool-result" && part.isError && (sought?.placesIn(text).mayHoldError ?? true))
    for (const error of findErrors(text)) found.set(error.key, error);
  return found;
}

/** The entities of a call, from the tool table's facts about it and from the strings of its input. */
function callEntities(call: ToolCallPart, roots: readonly string[], sought?: NameWords): Map<string, Entity> {
  const { input, inputText } = call;
  const found = new Map<string, Entity>();
  const add = (entity: Entity) => {
    if (!found.has(entity.key)) found.set(entity.key, entity);
  };
  const { paths, command } = callFacts(call);
  for (const path of paths) if (isOnePath(path)) add(pathEntity(path, roots));
  if (command !== null) add(commandEntity(command));
  const texts = typeof input === "string" || input === null ? [inputText ?? ""] : textsIn(input);
  for (const text of texts) for (const entity of findEntities(text, roots, sought).values()) add(entity);
  return found;
}

const textsIn = (input: JsonValue): string[] => [...stringsOf(input, "")].map(([, text]) => text);

/** A tool input's strings, one by one and unescaped, because in raw JSON an escaped line break would join two words. */
export function textsOf(part: Part): readonly string[] {
  if (part.type === "file" || part.type === "opaque") return [];
  if (part.type !== "tool-call") return [partText(part)];
  const texts = textsIn(part.input);
  return texts.length > 0 ? texts : [part.inputText ?? ""];
}

const isOnePath = (text: string): boolean => text.length > 0 && !/[\n*]/.test(text);

export const commandEntity = (text: string): Entity =>
  entityOf("command", normalCommand(text), text.length > 120 ? `${text.slice(0, 119)}…` : text);

/** The command without a leading `cd … &&` and with single spaces. */
export const normalCommand = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^cd [^&;|]{1,200}&& /, "")
    .slice(0, LONGEST_COMMAND);

/** Every string in a JSON value with its field name. Items of a list have the list's name. */
export function* stringsOf(value: JsonValue, field: string): Generator<readonly [string, string]> {
  if (typeof value === "string") yield [field, value];
  else if (Array.isArray(value)) {
    if (FIELD_NAMES.command.has(plainName(field)) && value.every((item) => typeof item === "string"))
      yield [field, shellLine(value)];
    else for (const item of value) yield* stringsOf(item, field);
  } else if (typeof value === "object" && value !== null)
    for (const [name, item] of Object.entries(value)) yield* stringsOf(item as JsonValue, name);
}
