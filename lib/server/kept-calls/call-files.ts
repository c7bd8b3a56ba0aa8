import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { processState } from "../process/process-state";
import { dataDir } from "../process/settings";
import { type CallStore, KEPT_ANSWERS, KEPT_MS } from "./call-store";

type Kept = { readonly body: string; readonly json: string };

const running = () => processState("idempotent-calls", () => new Set<string>());
const folder = () => path.join(dataDir(), "idempotency");
const fileOf = (key: string) => path.join(folder(), `${key}.json`);

/** For a single server: answers are files, and running calls are in memory. */
export const callFiles: CallStore = {
  async begin(key) {
    if (running().has(key)) return { kind: "running" };
    running().add(key);
    try {
      const kept = await findAnswer(key);
      if (kept === null) return { kind: "begun" };
      running().delete(key);
      return { kind: "answered", ...kept };
    } catch (error) {
      running().delete(key);
      throw error;
    }
  },

  /**
   * The file gets its name only once complete. Only the owner may read it, because it contains parts of a
   * conversation.
   */
  async keep(key, body, json) {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    const staged = path.join(folder(), `${randomUUID()}.tmp`);
    await writeFile(staged, JSON.stringify({ body, json } satisfies Kept), { mode: 0o600 });
    await rename(staged, fileOf(key));
    await dropOldAnswers();
    running().delete(key);
  },

  async drop(key) {
    running().delete(key);
  },
};

async function findAnswer(key: string): Promise<Kept | null> {
  try {
    const { mtimeMs } = await stat(fileOf(key));
    return Date.now() - mtimeMs > KEPT_MS ? null : (JSON.parse(await readFile(fileOf(key), "utf8")) as Kept);
  } catch (error) {
    // After a power failure, the file may have its name but not its content.
    if (error instanceof SyntaxError || (error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
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
    () => Number.POSITIVE_INFINITY, // another call removed the file
  );
