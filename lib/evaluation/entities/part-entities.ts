import type { JsonValue, Part } from "../../conversation/part";
import { partText } from "../../conversation/part";
import { shellLine } from "../../tools/command-lines";
import { pathEntity } from "./classify-word";
import { type Entity, entityOf } from "./entity";
import { findEntities } from "./find-entities";
import { findErrors } from "./find-errors";

/** Names of tool inputs that hold exactly one path, with any characters. */
const PATH_FIELDS = new Set([
  "file_path",
  "filePath",
  "path",
  "notebook_path",
  "absolute_path",
  "target_file",
  "filename",
]);
const COMMAND_FIELDS = new Set(["command", "cmd", "script"]);
/** Sub-commands of text editors, which are no shell commands. */
const EDITOR_COMMANDS = new Set(["view", "create", "str_replace", "insert", "undo_edit", "delete", "rename"]);
const LONGEST_COMMAND = 300;

/** The entities of a part. Each part object is read only once, however many strategies and cuts use it. */
export type EntityReader = (part: Part) => ReadonlyMap<string, Entity>;

/** `roots`: folders that are removed from the front of paths, such as the project's. */
export function createEntityReader(roots: readonly string[] = []): EntityReader {
  const known = new WeakMap<Part, ReadonlyMap<string, Entity>>();
  return (part) => {
    const before = known.get(part);
    if (before) return before;
    const found = entitiesOf(part, roots);
    known.set(part, found);
    return found;
  };
}

function entitiesOf(part: Part, roots: readonly string[]): Map<string, Entity> {
  if (part.type === "file" || part.type === "opaque") return new Map();
  if (part.type === "tool-call") return callEntities(part.input, part.inputText, roots);
  const text = partText(part);
  const found = findEntities(text, roots);
  if (part.type === "tool-result" && part.isError) for (const error of findErrors(text)) found.set(error.key, error);
  return found;
}

/** Reads the strings one by one and unescaped, because in raw JSON an escaped line break would join two words. */
function callEntities(input: JsonValue, inputText: string | undefined, roots: readonly string[]): Map<string, Entity> {
  const found = new Map<string, Entity>();
  const add = (entity: Entity) => {
    if (!found.has(entity.key)) found.set(entity.key, entity);
  };
  if (typeof input === "string" || input === null)
    for (const entity of findEntities(inputText ?? "", roots).values()) add(entity);
  for (const [field, text] of stringsOf(input, "")) {
    if (PATH_FIELDS.has(field) && isOnePath(text)) add(pathEntity(text, roots));
    if (COMMAND_FIELDS.has(field) && isCommand(text)) add(commandEntity(text));
    for (const entity of findEntities(text, roots).values()) add(entity);
  }
  return found;
}

const isOnePath = (text: string): boolean => text.length > 0 && text.length < 500 && !/[\n*]/.test(text);

const isCommand = (text: string): boolean => text.trim() !== "" && !EDITOR_COMMANDS.has(text);

export const commandEntity = (text: string): Entity =>
  entityOf("command", normalCommand(text), text.length > 120 ? `${text.slice(0, 119)}…` : text);

/** The command without a leading `cd … &&` and with single spaces. */
export const normalCommand = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^cd [^&;|]{1,200}&& /, "")
    .slice(0, LONGEST_COMMAND);

/** Every string in a JSON value with the name of the field that holds it (of the list, for items). */
export function* stringsOf(value: JsonValue, field: string): Generator<readonly [string, string]> {
  if (typeof value === "string") yield [field, value];
  else if (Array.isArray(value)) {
    if (COMMAND_FIELDS.has(field) && value.every((item) => typeof item === "string")) yield [field, shellLine(value)];
    else for (const item of value) yield* stringsOf(item, field);
  } else if (typeof value === "object" && value !== null)
    for (const [name, item] of Object.entries(value)) yield* stringsOf(item as JsonValue, name);
}
