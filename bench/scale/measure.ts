// Measures how fast a library of make-rows.ts answers:
//   DATABASE_URL=postgres://… WINNOW_DATA_DIR=/tmp/big node scripts/run-ts.mjs bench/scale/measure.ts [rounds]
// Every round asks all questions, so that other work on the machine affects them equally.
import os from "node:os";
import { closeDb } from "@/lib/server/db/get-db";
import { listImports } from "@/lib/server/ingest/list-imports";
import { librarySummary } from "@/lib/server/library/summary";
import { answerLibraryList } from "@/lib/server/sessions/list-query";
import { listLibrary } from "@/lib/server/sessions/sessions";

const rounds = Number(process.argv[2] ?? 20);
const list = (query: string) => () =>
  answerLibraryList(new URL(`http://localhost/api/library/sessions?limit=50&${query}`));
const SORTS = "title model started duration requests peak in out read cost lost compactions breaks agents".split(" ");
const QUESTIONS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["first page", list("")],
  ["page at 5,000", list("offset=5000")],
  ["page at 90 %", list(`offset=${await offsetAt(0.9)}`)],
  ...SORTS.flatMap((sort) =>
    (["asc", "desc"] as const).map((dir) => [`sort ${sort} ${dir}`, list(`sort=${sort}&dir=${dir}`)] as const),
  ),
  ["client", list("client=Codex")],
  ["model", list("model=gpt-5.3-codex")],
  ["project", list("project=/home/me/work/project-7")],
  ["tag", list("tag=prod")],
  ["untagged", list("tag=")],
  ["has break", list("has=break")],
  ["has compaction, error", list("has=compaction,error")],
  ["has copy", list("has=copy")],
  ["a month", list("from=2026-01-01&to=2026-01-31")],
  ["client, model, month, by cost", list("client=Codex&model=gpt-5.3-codex&from=2026-01-01&sort=cost")],
  ["search: a rare word", list("q=staleversionerror%20")],
  ["search: a word of 3 % of messages", list("q=w900%20")],
  ["search: a common word", list("q=deploy%20")],
  ["search: two common words", list("q=deploy%20w1%20")],
  ["search: rare and common", list("q=deploy%20staleversionerror%20")],
  ["search: begun word", list("q=stalever")],
  ["search: begun common word", list("q=w1")],
  ["search: Chinese", list(`q=${encodeURIComponent("缓存")}`)],
  ["search: common, client, by cost", list("q=deploy%20&client=Codex&sort=cost")],
  ["search: nothing", list("q=zebra%20")],
  ["titles: rare", list("q=29999&in=titles")],
  ["titles: common", list("q=fix&in=titles")],
  ["titles: one letter", list("q=a&in=titles")],
  ["totals", () => librarySummary()],
  ["GET /api/sessions", () => listLibrary({ limit: 50 })],
  ["imports", () => listImports(1)],
  ["imports, last page", () => listImports(1e9)],
];

async function offsetAt(share: number): Promise<number> {
  const { total } = await answerLibraryList(new URL("http://localhost/api/library/sessions?limit=1"));
  return Math.floor(total * share);
}

const times = new Map<string, number[]>(QUESTIONS.map(([name]) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, ask] of QUESTIONS) {
    const from = performance.now();
    await ask();
    times.get(name)?.push(performance.now() - from);
  }
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
console.log("| question | first | least | p50 | p95 |\n| --- | ---: | ---: | ---: | ---: |");
for (const [name, all] of times) {
  const [first = 0, ...later] = all;
  const sorted = [...later].sort((a, b) => a - b);
  console.log(
    `| ${name} | ${first.toFixed(0)} | ${at(sorted, 0).toFixed(0)} | ${at(sorted, 0.5).toFixed(0)} | ${at(sorted, 0.95).toFixed(0)} |`,
  );
}
const { rss, heapUsed } = process.memoryUsage();
const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
console.log(`\nresident ${mb(rss)}, heap ${mb(heapUsed)}; load ${os.loadavg()[0]?.toFixed(1)}, ${os.cpus()[0]?.model}`);
await closeDb();
process.exit(0);
