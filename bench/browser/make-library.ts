// Makes a library of many sessions, for the measurements of bench/browser/library.mjs:
//   WINNOW_DATA_DIR=/tmp/big node scripts/run-ts.mjs bench/browser/make-library.ts 10000
// 200 made-up sessions are imported normally. The others are rows that share the derived file of one of these (by hard
// link) and have another title, project, day, model and figures. Then all text is indexed as the server does it.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import type { LibraryRow } from "@/lib/api/schemas/session";
import { closeDb, getDb } from "@/lib/server/db/get-db";
import { derivedPath } from "@/lib/server/files/derived";
import { importFiles } from "@/lib/server/ingest/import-files";
import { whenIndexed } from "@/lib/server/library/indexer";
import { stageBlob } from "@/lib/server/objects/blobs";
import { makeSession } from "@/tests/support/transcripts";

const wanted = Number(process.argv[2] ?? 10_000);
const REAL = Math.min(200, wanted);
const WORDS = "retry queue lock order version stale cache window prompt carrier parcel deploy index schema token".split(
  " ",
);
const CLIENTS = ["claude-code", "codex", "gemini-cli", "opencode", "cline", "pi"];
const MODELS = ["claude-sonnet-4-5", "claude-opus-4-6", "gpt-5.3-codex", "gemini-2.5-pro", "minimax-m2.7"];
const DAY_MS = 86_400_000;

/** The same numbers at each run (mulberry32). */
let state = 17;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const text = (words: number) =>
  Array.from({ length: words }, () => pick(WORDS) + Math.floor(random() ** 3 * 4_000)).join(" ");

async function importReal(number: number): Promise<void> {
  const id = `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;
  const session = makeSession({ id, turns: 2 + Math.floor(random() * 12), output: text(120) });
  const staged = await stageBlob([new TextEncoder().encode(session)] as unknown as AsyncIterable<Uint8Array>);
  await importFiles([{ ...staged, name: `project-${number % 40}/${id}.jsonl` }]);
}

const started = performance.now();
for (let number = 0; number < REAL; number += 1) await importReal(number);
const db = await getDb();
const originals = await db.session.findMany({ take: REAL });
const files = await db.importedFile.findMany();
for (let made = await db.session.count(); made < wanted; ) {
  const sessions = [];
  for (let step = 0; step < 500 && made < wanted; step += 1, made += 1) {
    const original = pick(originals);
    const id = randomUUID().replaceAll("-", "").slice(0, 16);
    fs.linkSync(derivedPath(original.parserVersion, original.id), derivedPath(original.parserVersion, id));
    const at = new Date(Date.UTC(2026, 2, 10) - Math.floor(random() * 400 * DAY_MS));
    const row = JSON.parse(original.rowJson) as LibraryRow;
    const model = pick(MODELS);
    const changed: LibraryRow = {
      ...row,
      id,
      title: `${pick(WORDS)} ${pick(WORDS)} ${pick(WORDS)} ${Math.floor(random() * 3_000)}`,
      client: pick(CLIENTS),
      project: `/home/me/work/project-${Math.floor(random() * 60)}`,
      model,
      models: [model],
      started_at: at.toISOString(),
      requests: Math.floor(random() ** 2 * 900),
      peak_fraction: random(),
      cost: { ...row.cost, amount: Math.round(random() ** 3 * 4_000) / 100 },
    };
    sessions.push({
      ...original,
      id,
      fileId: pick(files).id,
      title: changed.title,
      client: changed.client,
      project: changed.project,
      startedAt: at,
      rowJson: JSON.stringify(changed),
      createdAt: at,
    });
  }
  await db.session.createMany({ data: sessions });
}
console.log(`${wanted} sessions in ${((performance.now() - started) / 1000).toFixed(0)} s`);
const indexing = performance.now();
await whenIndexed();
const messages = await db.searchState.aggregate({ _sum: { messages: true } });
console.log(`${messages._sum.messages} messages indexed in ${((performance.now() - indexing) / 1000).toFixed(0)} s`);
await closeDb();
process.exit(0);
