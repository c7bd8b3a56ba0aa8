import { asObject, type JsonObject } from "../../formats/json-fields";
import { ANY_KEY, fieldName } from "./key-name";

/** Below this depth only the type of a value is named. */
const MAX_DEPTH = 10;
/** How many different sets of keys are listed for the objects of one place; above this they are merged. */
const MAX_KINDS = 24;
/** No format names this many keys; an object with more is used as a table. */
const MAX_KEYS = 80;

/** The content of one place of a file: the types of its values and the keys of its objects, but no values. */
export class ShapeTree {
  private readonly types = new Set<string>();
  private readonly kinds = new Map<string, ObjectKind>();
  private items: ShapeTree | null = null;

  constructor(private readonly depth = 0) {}

  add(value: unknown) {
    if (Array.isArray(value)) this.addList(value);
    else if (typeof value === "object" && value !== null) this.addObject(value as JsonObject);
    else this.types.add(typeOf(value));
  }

  /** As JSON: `"string|null"`, `["number"]`, `{"key": …}`; `{"count": 3, "keys": …}` if objects differ in their keys. */
  draw(): unknown {
    const drawn: unknown[] = this.types.size > 0 ? [[...this.types].sort().join("|")] : [];
    const scalars = drawn.flat();
    const lists = this.items ? [[this.items.draw()].flatMap((item) => (item === null ? [] : [item]))] : [];
    const kinds = [...this.kinds.values()];
    const objects = kinds.length === 1 ? kinds.map(({ fields }) => drawFields(fields)) : kinds.map(drawKind);
    const all = [...scalars, ...lists, ...objects];
    if (all.length === 0) return null;
    return all.length === 1 ? all[0] : { one_of: all };
  }

  private addList(list: readonly unknown[]) {
    if (this.depth >= MAX_DEPTH) return void this.types.add("list");
    this.items ??= new ShapeTree(this.depth + 1);
    for (const item of list) this.items.add(item);
  }

  private addObject(object: JsonObject) {
    if (this.depth >= MAX_DEPTH) return void this.types.add("object");
    const names = namesOf(object);
    const kind = this.kindOf([...new Set(names.values())].sort().join("\0"));
    kind.count += 1;
    for (const [key, name] of names) {
      const field = kind.fields.get(name) ?? new ShapeTree(this.depth + 1);
      kind.fields.set(name, field);
      field.add(object[key]);
    }
  }

  private kindOf(signature: string): ObjectKind {
    const key = this.kinds.has(signature) || this.kinds.size < MAX_KINDS ? signature : OTHERS;
    const kind = this.kinds.get(key) ?? { count: 0, fields: new Map() };
    this.kinds.set(key, kind);
    return kind;
  }
}

type ObjectKind = { count: number; readonly fields: Map<string, ShapeTree> };

/** A character that no key contains, so that this differs from every signature. */
const OTHERS = "\u0001";

const drawFields = (fields: ReadonlyMap<string, ShapeTree>) =>
  Object.fromEntries([...fields].map(([name, field]) => [name, field.draw()]));

const drawKind = ({ count, fields }: ObjectKind) => ({ count, keys: drawFields(fields) });

/** The name of each key. Keys of an object that is a table of similar objects are content, however they look. */
function namesOf(object: JsonObject): Map<string, string> {
  const keys = Object.keys(object);
  const isTable = keys.length > MAX_KEYS || isTableOfObjects(keys.map((key) => object[key]));
  return new Map(keys.map((key) => [key, isTable ? ANY_KEY : fieldName(key)]));
}

function isTableOfObjects(values: readonly unknown[]): boolean {
  if (values.length < 2) return false;
  const signatures = new Set(
    values.map((value) =>
      Object.keys(asObject(value) ?? {})
        .sort()
        .join("\0"),
    ),
  );
  return signatures.size === 1 && !signatures.has("");
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "string") return typeof value;
  return /^\s*[[{]/.test(value) ? "string of JSON" : "string";
}
