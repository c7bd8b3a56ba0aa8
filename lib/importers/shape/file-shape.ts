import { asArray, asObject, type JsonObject } from "../../formats/json-fields";
import { unpackLayers } from "../containers/unpack-layers";
import { ImportRun } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import { readJsonl } from "../jsonl-reader";
import { DEFAULT_LIMITS } from "../limits";
import type { FoundRow, Store } from "../sqlite/store";
import { takeSample } from "../take-sample";

/** How many rows of a table, or of a file of lines, are examined. */
const STORE_ROWS = 300;
const LINES = 5_000;
/** Longer shapes are of no use in an issue. */
const MAX_CHARACTERS = 60_000;

/** Cursor stores logins in the same table as its settings. */
const NEVER_READ = /^cursorAuth\//;

/**
 * The shape of a file as JSON text, to paste into an issue: keys of objects, types of values, tables, columns and
 * numbers of rows. It contains no values, and no key that could be content. Null if there is no shape: plain text,
 * archives, unreadable files.
 */
export async function shapeOfFile(files: readonly TranscriptFile[]): Promise<string | null> {
  const [main, ...others] = files;
  if (!main) return null;
  const run = new ImportRun(DEFAULT_LIMITS);
  try {
    const file = await unpackLayers(main, run);
    const sample = await takeSample(file, run, others);
    const shape = sample.ok ? await shapeOf(file, sample.value, run) : null;
    const text = shape && JSON.stringify({ winnow_shape: 1, bytes: main.bytes, ...shape }, null, 1);
    return text && text.length <= MAX_CHARACTERS ? text : null;
  } catch {
    // The import has already reported a file that cannot be read.
    return null;
  }
}

async function shapeOf(file: TranscriptFile, sample: Sample, run: ImportRun): Promise<JsonObject | null> {
  if (sample.shape === "store") return { tables: shapeOfStore(sample.store, run) };
  if (sample.shape !== "rows" && sample.shape !== "value") return null;
  const tree = new ShapeTree();
  if (sample.shape === "value") {
    tree.add(sample.value);
    return { value: tree.draw() };
  }
  const failure = await readJsonl(file, 0, sample.encoding, run, (row) => {
    if (run.rowsRead < LINES) tree.add(row);
    return "interpreted";
  });
  return failure ? null : { rows: run.rowsRead, row: tree.draw() };
}

function shapeOfStore(store: Store, run: ImportRun): JsonObject {
  const tables = store.tableNames.filter((table) => store.has(table, []));
  return Object.fromEntries(tables.map((table) => [fieldName(table), shapeOfTable(store, table, run)]));
}

/** Groups the rows of a table of keys and values by the part of the key before its first colon or slash. */
function shapeOfTable(store: Store, table: string, run: ImportRun): JsonObject {
  const columns = store.columnsOf(table);
  const isKeyed = columns.includes("key") && columns.includes("value");
  const byPrefix = new Map<string, ShapeTree>();
  const whole = new ShapeTree();
  let rows = 0;
  for (const found of store.scan(table, isKeyed ? ["key"] : [])) {
    rows += 1;
    if (!("row" in found) || rows > STORE_ROWS) continue;
    const key = isKeyed ? (found.row.text("key") ?? "") : "";
    if (NEVER_READ.test(key)) continue;
    const tree = isKeyed ? treeOf(byPrefix, key) : whole;
    tree.add(valuesOf(store, found, columns, run));
  }
  const named = Object.fromEntries([...byPrefix].map(([prefix, tree]) => [prefix, tree.draw()]));
  return { rows, columns: columns.map(fieldName), ...(rows > 0 && { row: isKeyed ? named : whole.draw() }) };
}

function treeOf(byPrefix: Map<string, ShapeTree>, key: string): ShapeTree {
  const prefix = fieldName(/^[^:/]*/.exec(key)?.[0] ?? "");
  const tree = byPrefix.get(prefix) ?? new ShapeTree();
  byPrefix.set(prefix, tree);
  return tree;
}

/** A row as an object. Texts that contain JSON are parsed. */
function valuesOf(store: Store, { place }: FoundRow, columns: readonly string[], run: ImportRun): JsonObject {
  const found = store.read(place, columns);
  if (!("row" in found)) return {};
  const { row } = found;
  const valueIn = (column: string): unknown => {
    const json = row.json(column, run.limits.maxDepth);
    if (asObject(json) || asArray(json)) return json;
    return row.number(column) ?? row.text(column);
  };
  return Object.fromEntries(columns.map((column) => [column, valueIn(column)]));
}

/** Below this depth only the type of a value is listed. */
const MAX_DEPTH = 10;
/** Maximum number of different sets of keys listed for the objects at one place. If there are more, they are merged. */
const MAX_KINDS = 24;
/** No format has this many keys, so an object with more is used as a table. */
const MAX_KEYS = 80;

/** What is at one place of a file: the types of its values and the keys of its objects, but no values. */
class ShapeTree {
  private readonly types = new Set<string>();
  private readonly kinds = new Map<string, ObjectKind>();
  private items: ShapeTree | null = null;

  constructor(private readonly depth = 0) {}

  add(value: unknown) {
    if (Array.isArray(value)) this.addList(value);
    else if (typeof value === "object" && value !== null) this.addObject(value as JsonObject);
    else this.types.add(typeOf(value));
  }

  /**
   * As JSON: `"string|null"`, `["number"]`, `{"key": …}`, or `{"count": 3, "keys": …}` if objects differ in their keys.
   */
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

/** No key contains this character, so it differs from every signature. */
const OTHERS = "\u0001";

const drawFields = (fields: ReadonlyMap<string, ShapeTree>) =>
  Object.fromEntries([...fields].map(([name, field]) => [name, field.draw()]));

const drawKind = ({ count, fields }: ObjectKind) => ({ count, keys: drawFields(fields) });

/** The name of each key. In an object that is a table of similar objects, keys are content, whatever they look like. */
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

/** Replaces every key that could be content. */
const ANY_KEY = "*";

const MAX_LENGTH = 48;
const WORD = /^[@$_]?[A-Za-z][A-Za-z0-9_-]*$/;
/** Keys of traces: `gen_ai.request.model`. */
const DOTTED = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/;
/** Endings of file names, which look like dotted keys. */
const FILE_ENDINGS =
  /\.(?:[cm]?[jt]sx?|json[lc5]?|md|mdx|py|go|rs|java|kt|rb|php|sh|cs?|cc|cpp|hp?p?|txt|html?|css|scss|sql|toml|ya?ml|lock|env|log|xml|vue|svelte|swift|ini|cfg|conf|pdf|png|jpe?g|svg|gif)$/i;
/** Ids, hashes, times and numbers: three digits in a row, or hex that is not a word. */
const ID = /\d{3}|^(?=.*\d)[0-9a-f-]{8,}$|^(?:[a-z]+[_-])?(?=[^_-]*\d)(?=[^_-]*[A-Za-z])[A-Za-z0-9]{12,}$/i;

/** The key if it looks like a field name, or `*` if it may be an id, a path, a file name or other content. */
function fieldName(key: string): string {
  if (key.length > MAX_LENGTH || ID.test(key) || FILE_ENDINGS.test(key)) return ANY_KEY;
  return WORD.test(key) || DOTTED.test(key) ? key : ANY_KEY;
}
