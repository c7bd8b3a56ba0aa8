import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { Problem } from "@/lib/api/problem";
import { pathOf, problemOfZod } from "@/lib/api/zod-problem";
import { CACHE_POLICIES } from "@/lib/cache/policies";
import { checkJson } from "@/lib/conversation/check-json";
import { setOwnModels } from "@/lib/models/own-models";
import { MODEL_NAME, type OwnRow, ownRow, toOwnModel } from "@/lib/models/own-row";
import { resolveShipped } from "@/lib/models/resolve-model";
import { dataDir } from "../process/settings";

const POLICY_IDS: readonly string[] = [...CACHE_POLICIES.map(({ id }) => id), "unknown"];

const knownRow = ownRow.refine(({ cache }) => cache?.policy === undefined || POLICY_IDS.includes(cache.policy), {
  path: ["cache", "policy"],
  error: `no such policy; known: ${POLICY_IDS.join(", ")}`,
});

/** models.json in the data directory: rows by model id. */
const ownFile = z.strictObject({ models: z.record(MODEL_NAME, knownRow) });
type OwnFile = z.infer<typeof ownFile>;

/** The state of the user's file: its rows, and a sentence with the error if it cannot be used, or null. */
export type OwnModelsState = {
  readonly path: string;
  readonly rows: OwnFile["models"];
  readonly error: string | null;
};

const MAX_BYTES = 1_000_000;

export const ownModelsPath = (): string => path.join(dataDir(), "models.json");

let seen = "";
let state: OwnModelsState = { path: "", rows: {}, error: null };

/**
 * Applies the rows of models.json in this thread; cheap while the file is unchanged. A file with an error is
 * ignored completely; the state contains the error and its place.
 */
export function loadOwnModels(): OwnModelsState {
  const file = ownModelsPath();
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  const version = `${file} ${stat?.mtimeMs ?? 0} ${stat?.size ?? 0}`;
  if (version === seen) return state;
  seen = version;
  state = stat ? readState(file, stat) : { path: file, rows: {}, error: null };
  const day = (stat?.mtime ?? new Date(0)).toISOString().slice(0, 10);
  setOwnModels(Object.entries(state.rows).map(([id, row]) => toOwnModel(id, row, resolveShipped(id), day)));
  return state;
}

function readState(file: string, { size }: fs.Stats): OwnModelsState {
  if (size > MAX_BYTES) return { path: file, rows: {}, error: `${file} is larger than ${MAX_BYTES} bytes` };
  const parsed = parseOwnFile(fs.readFileSync(file, "utf8"));
  return typeof parsed === "string"
    ? { path: file, rows: {}, error: `${file}: ${parsed}` }
    : { path: file, rows: parsed.models, error: null };
}

/** The file, or a sentence that names the first invalid field. */
function parseOwnFile(text: string): OwnFile | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  const result = checkJson(ownFile, json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return `${pathOf(issue?.path ?? [])}: ${issue?.message ?? "does not fit"}`;
}

/**
 * Changes the user's row of a model. Fields in the patch are set, or removed if null; others stay. A null patch removes
 * the row. A file with an error is not overwritten.
 */
export function saveOwnModel(id: string, patch: Readonly<Record<string, unknown>> | null): OwnModelsState {
  const { path: file, rows, error } = loadOwnModels();
  if (error) throw new Problem(409, "models-file-invalid", `models.json must be corrected first: ${error}`);
  const { [id]: row, ...others } = rows;
  const changed = patch === null ? null : mergeRow(row, patch);
  write(file, { models: changed === null ? others : { ...others, [id]: changed } });
  return loadOwnModels();
}

function mergeRow(row: OwnRow | undefined, patch: Readonly<Record<string, unknown>>): OwnRow | null {
  const merged = Object.fromEntries(Object.entries({ ...row, ...patch }).filter(([, value]) => value !== null));
  const result = checkJson(knownRow, merged);
  if (!result.success) throw problemOfZod(result.error);
  return Object.keys(result.data).length === 0 ? null : result.data;
}

/** Replaces the file atomically, so a reader never sees half of it. */
function write(file: string, content: OwnFile): void {
  const temporary = `${file}.${randomUUID()}`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(temporary, file);
  seen = "";
}
