// Measures strategies at requests of the corpus's sessions, and stores one line per session in <out>/<name of
// the strategy>.jsonl. Sessions already stored are not measured again, so that a long run can be split.
// node scripts/run-ts.mjs bench/corpus/measure.ts --out FOLDER [--cuts 4] [--minutes 4] [--only NAME;…] [--every N] [--long]
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { type CorpusRow, corpusRows, corpusSession } from "../corpus-sessions";
import { placesAt } from "../evaluation/measure-cuts";
import { CONTENDERS } from "./contenders";
import { LONG_PROMPT } from "./places";
import { type CorpusLine, type CorpusPoint, createMeasure } from "./points";

/** Minimum length, because a shorter session does not show what is needed later. */
const FEWEST_RESPONSES = 30;

const option = (name: string) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
const out = option("--out") ?? "";
const cuts = Number(option("--cuts") ?? 4);
const until = Date.now() + 60_000 * Number(option("--minutes") ?? 4);
const only = option("--only")?.split(";");
const every = Number(option("--every") ?? 1);
const onlyLong = process.argv.includes("--long");

const fileOf = (name: string) => path.join(out, `${name.replaceAll("/", "-")}.jsonl`);

function measuredIn(name: string): Set<string> {
  if (!existsSync(fileOf(name))) return new Set();
  const lines = readFileSync(fileOf(name), "utf8").trimEnd().split("\n");
  return new Set(lines.map((line) => (JSON.parse(line) as CorpusLine).id));
}

/** This many long prompts and as many shorter ones, both evenly spaced between a quarter and nine tenths of the session. */
function cutsOf({ session, requests }: Analysis): { index: number; prompt: number }[] {
  const own = requests
    .filter(({ agent }) => agent === "main")
    .map(({ index, promptTokens }) => ({ index, prompt: promptTokens.tokens }));
  if (own.length < FEWEST_RESPONSES || session.responses.length === 0) return [];
  const inside = own.slice(Math.floor(own.length / 4), Math.ceil(own.length * 0.9));
  const long = evenly(
    inside.filter(({ prompt }) => prompt >= LONG_PROMPT),
    cuts,
  );
  return onlyLong
    ? long
    : [
        ...long,
        ...evenly(
          inside.filter(({ prompt }) => prompt < LONG_PROMPT),
          cuts,
        ),
      ];
}

function evenly<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, step) => all[Math.floor(((step + 0.5) * all.length) / count)] as T);
}

async function measureSession(entry: CorpusRow, names: readonly string[]) {
  const session = await corpusSession(entry);
  const { id, repo: repository, fold } = entry;
  const lines = new Map(names.map((name) => [name, [] as CorpusPoint[]]));
  if (session) {
    const analysis = analyzeSession(session, loadVocabulary);
    for (const { index, prompt } of cutsOf(analysis))
      for (const place of placesAt(id, analysis, [index])) {
        const measure = createMeasure(session, place);
        for (const contender of CONTENDERS) lines.get(contender.name)?.push({ index, prompt, ...measure(contender) });
      }
  }
  for (const [name, points] of lines)
    appendFileSync(fileOf(name), `${JSON.stringify({ id, repository, fold, points } satisfies CorpusLine)}\n`);
}

mkdirSync(out, { recursive: true });
const wanted = CONTENDERS.map(({ name }) => name).filter((name) => only?.includes(name) ?? true);
const measured = new Map(wanted.map((name) => [name, measuredIn(name)]));
const entries = corpusRows().filter((_, at) => at % every === 0);
let left = 0;
for (const entry of entries) {
  const missing = wanted.filter((name) => !measured.get(name)?.has(entry.id));
  if (missing.length === 0) continue;
  if (Date.now() > until) left += 1;
  else await measureSession(entry, missing);
}
console.log(left === 0 ? "all sessions are measured" : `${left} sessions are left: run it again`);
