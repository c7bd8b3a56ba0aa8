import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Problem } from "@/lib/api/problem";
import { processState } from "./process-state";
import { dataDir } from "./settings";

/** How long the answer to a key is kept. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Most answers that are kept; the oldest are dropped first. */
const KEPT_ANSWERS = 500;

export type Answered = { readonly json: string; readonly isReplay: boolean };
type Kept = { readonly body: string; readonly json: string };

/** The `Idempotency-Key` of a request; null when it has none. */
export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key")?.trim() ?? "";
  if (key === "") return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem(400, "bad-idempotency-key", "Idempotency-Key is 1 to 255 printable characters without spaces");
}

/**
 * Runs the work once per key. The same body again gets the stored answer, another body with the same key is a 422, and a
 * call while the first is still running is a 409. Failures are not stored, so a failed call can be tried again.
 */
export async function once(key: string | null, body: Uint8Array, work: () => Promise<string>): Promise<Answered> {
  if (key === null) return { json: await work(), isReplay: false };
  const running = processState("idempotent-calls", () => new Set<string>());
  if (running.has(key))
    throw new Problem(409, "in-progress", "a call with this Idempotency-Key is still running", {
      headers: { "retry-after": "2" },
    });
  running.add(key);
  try {
    const hash = sha256(body);
    const kept = await findAnswer(key);
    if (kept && kept.body !== hash)
      throw new Problem(422, "idempotency-key-reused", "this Idempotency-Key was used with another body");
    if (kept) return { json: kept.json, isReplay: true };
    const json = await work();
    await keepAnswer(key, { body: hash, json });
    return { json, isReplay: false };
  } finally {
    running.delete(key);
  }
}

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const folder = () => path.join(dataDir(), "idempotency");
const fileOf = (key: string) => path.join(folder(), `${sha256(key)}.json`);

async function findAnswer(key: string): Promise<Kept | null> {
  try {
    const { mtimeMs } = await stat(fileOf(key));
    return Date.now() - mtimeMs > KEPT_MS ? null : (JSON.parse(await readFile(fileOf(key), "utf8")) as Kept);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/** The file gets its name only when it is complete. Only the owner may read it, because it holds parts of a conversation. */
async function keepAnswer(key: string, kept: Kept): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const staged = path.join(folder(), `${randomUUID()}.tmp`);
  await writeFile(staged, JSON.stringify(kept), { mode: 0o600 });
  await rename(staged, fileOf(key));
  await dropOldAnswers();
}

async function dropOldAnswers(): Promise<void> {
  const names = await readdir(folder());
  const dated = await Promise.all(names.map(async (name) => ({ name, at: await timeOf(path.join(folder(), name)) })));
  const oldestFirst = dated.sort((a, b) => a.at - b.at);
  const surplus = oldestFirst.length - KEPT_ANSWERS;
  const old = oldestFirst.filter(({ at }, index) => index < surplus || Date.now() - at > KEPT_MS);
  await Promise.all(old.map(({ name }) => rm(path.join(folder(), name), { force: true })));
}

const timeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY, // another call removed it
  );
