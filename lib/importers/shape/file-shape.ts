import { asArray, asObject, type JsonObject } from "../../formats/json-fields";
import { unpackLayers } from "../containers/unpack-layers";
import { ImportRun } from "../import-run";
import type { Sample, TranscriptFile } from "../importer";
import { readJsonl } from "../jsonl-reader";
import { DEFAULT_LIMITS } from "../limits";
import type { FoundRow, Store } from "../sqlite/store";
import { takeSample } from "../take-sample";
import { fieldName } from "./key-name";
import { ShapeTree } from "./shape-tree";

/** How many rows of a table, or of a file of lines, are examined. */
const STORE_ROWS = 300;
const LINES = 5_000;
/** Longer shapes are of no use in an issue. */
const MAX_CHARACTERS = 60_000;

/** Cursor stores logins in the same table as its settings. */
const NEVER_READ = /^cursorAuth\//;

/**
 * The shape of a file as JSON text, to paste into an issue: keys of objects, types of values, tables, columns and numbers of
 * rows. It contains no values and no key that could be content. Null if there is no shape: plain text, archives, unreadable
 * files.
 */
export async function shapeOfFile(files: readonly TranscriptFile[], signal?: AbortSignal): Promise<string | null> {
  const [main, ...others] = files;
  if (!main) return null;
  const run = new ImportRun(DEFAULT_LIMITS, signal);
  try {
    const file = await unpackLayers(main, run);
    const sample = await takeSample(file, run, others);
    const shape = sample.ok ? await shapeOf(file, sample.value, run) : null;
    const text = shape && JSON.stringify({ winnow_shape: 1, bytes: main.bytes, ...shape }, null, 1);
    return text && text.length <= MAX_CHARACTERS ? text : null;
  } catch {
    // A file that makes the reader fail was already reported by the import.
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

/** Tables of keys and values are described by the part of the key before its first colon or slash. */
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

/** A row as an object; texts that hold JSON are parsed. */
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
