import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Contender, presetContender, REFERENCES } from "@/lib/benchmark/contender";
import { leaderboardMarkdown } from "@/lib/benchmark/leaderboard";
import { type ListedSession, listSessions, MANIFEST, type Part } from "@/lib/benchmark/manifest";
import { measureSession, type SessionFigures } from "@/lib/benchmark/measure-session";
import { type PreparedSession, prepareSession } from "@/lib/benchmark/prepare-session";
import { type BenchmarkResults, isBroken, RESULTS_FORMAT } from "@/lib/benchmark/results";
import { summarise } from "@/lib/benchmark/summarise";
import { MEASURES_VERSION } from "@/lib/evaluation/measures-version";
import { CODECS, type Codec } from "@/lib/formats";
import type { ReplaySurroundings } from "@/lib/library/replay-environments";
import { createShelf } from "@/lib/library/vocabulary-shelf";
import { STRATEGIES } from "@/lib/strategies";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { analyze } from "../../entries/index";
import { NODE_RUNTIME } from "../../entries/runtime-node";
import { dataFolder } from "../data-folder";
import { print, printJson, progress, Refusal } from "../output";
import { analysesIn } from "../sources";
import { VERSION } from "../version";
import { type OutsideContender, outsideContender, SHAPES, type Shape } from "./outside";
import { fetchingShelf, folderShelf, readSession, type Shelf } from "./sessions";

export type BenchOptions = {
  readonly from?: string;
  readonly own?: string;
  readonly host: string;
  readonly part: string;
  readonly sessions?: string;
  readonly cuts: string;
  readonly at: string;
  readonly format: string;
  readonly shape: string;
  readonly timeout: string;
  readonly ran?: string;
  readonly by?: string;
  readonly output?: string;
  readonly json?: boolean;
};

/** Formats with their messages under `messages`. */
const FORMATS = ["anthropic", "openai-chat"];

/** Scores strategies on the benchmark's sessions, and writes one file of results. */
export async function bench(names: readonly string[], options: BenchOptions): Promise<void> {
  const plan = planOf(options);
  const current = { model: null as string | null };
  const contenders = contendersOf(names.length === 0 ? ["winnow"] : names, options, plan, () => current.model);
  const outside = contenders.filter((one): one is OutsideContender => "start" in one);
  const started = new Date();
  const measured: SessionFigures[][] = contenders.map(() => []);
  const leftOut: { id: string; reason: string }[] = [];
  try {
    for (const one of outside) await one.start();
    for await (const { id, repository, prepared } of preparedSessions(plan, options)) {
      if (typeof prepared === "string") {
        leftOut.push({ id, reason: prepared });
        continue;
      }
      current.model = prepared.model;
      for (const [row, contender] of contenders.entries())
        measured[row]?.push(await measureSession({ id, repository }, prepared, contender, () => performance.now()));
    }
  } finally {
    for (const one of outside) one.close();
  }
  if (measured[0]?.length === 0)
    throw new Refusal(`no session could be measured: ${leftOut[0]?.reason ?? "none is listed"}`);
  const strategies = contenders.map((contender, row) => summarise(contender, measured[row] ?? []));
  answer(resultsOf(plan, strategies, leftOut, measured[0] ?? [], { started, by: options.by }), options);
  for (const { id, failures } of outside)
    for (const [code, message] of failures) progress(`${id}: ${code}, first: ${message}`);
  const broken = strategies.filter(isBroken);
  if (broken.length > 0) throw new Refusal(`every call failed: ${broken.map(({ id }) => id).join(", ")}`);
}

/** Enough for a ranking, and done in minutes. */
const SAMPLE = "24";

type Plan = {
  readonly part: Part;
  readonly count: number;
  readonly cuts: number;
  readonly at: number;
  readonly codec: Codec;
  readonly shape: Shape;
  readonly timeoutMs: number;
};

function planOf(options: BenchOptions): Plan {
  const folder = path.dirname(path.resolve(options.output ?? "."));
  if (!fs.existsSync(folder)) throw new Refusal(`${options.output} cannot be written: there is no folder ${folder}`, 2);
  const part = options.own ? "own" : oneOf(options.part, ["public", "held-out"] as const, "--part");
  const shape = oneOf(options.shape, SHAPES, "--shape");
  const codec = CODECS.find(({ id }) => id === oneOf(options.format, FORMATS, "--format")) as Codec;
  const { sessions = part === "own" ? "all" : SAMPLE } = options;
  const count = sessions === "all" ? Number.POSITIVE_INFINITY : whole(sessions, "--sessions");
  if (count === 0) throw new Refusal("--sessions must be at least 1, or all", 2);
  return {
    ...{ part, shape, codec },
    count,
    cuts: whole(options.cuts, "--cuts"),
    at: whole(options.at, "--at"),
    timeoutMs: 1000 * whole(options.timeout, "--timeout"),
  };
}

function oneOf<Name extends string>(given: string, names: readonly Name[], option: string): Name {
  const name = names.find((one) => one === given);
  if (name === undefined) throw new Refusal(`${option} must be one of ${names.join(", ")}`, 2);
  return name;
}

function whole(text: string, option: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Refusal(`${option} ${text} is not a whole number`, 2);
}

/**
 * `presets` means all strategies that need no model; `presets@own` means the same strategies, run by their products'
 * own triggers.
 */
function contendersOf(
  names: readonly string[],
  { ran = undefined }: BenchOptions,
  plan: Plan,
  modelOf: () => string | null,
): Contender[] {
  const all = names.flatMap((name) =>
    /^presets(@own)?$/.test(name) ? PRESETS.map((id) => name.replace("presets", id)) : [name],
  );
  const own = [...new Set(all)].map((name): Contender => {
    const outside = outsideContender(name, { ...plan, ran: ran ?? null }, modelOf);
    const contender = outside ?? preset(name, plan.at);
    if (typeof contender === "string") throw new Refusal(`${contender}${ofOwn(name)}`, 2);
    return contender;
  });
  return [...REFERENCES, ...own];
}

const ofOwn = (name: string): string =>
  /\.[cm]?[jt]s\b/.test(name) || fs.existsSync(name)
    ? `; if it is your own strategy, write module:${name} or program:${name}`
    : "";

const PRESETS = STRATEGIES.filter(({ needsModel }) => !needsModel).map(({ id }) => id);

/** An id, a recipe as JSON, or an id with its setting: `manus@80000`, `winnow@150000:75000` with a floor, `codex-local@own`. */
function preset(name: string, at: number): Contender | string {
  const [, id, own, trigger, floor] = /^([\w.-]+)@(?:(own)|(\d{1,9})(?::(\d{1,9}))?)$/.exec(name) ?? [];
  if (id === undefined) return presetContender(name, recipeOf(name), at);
  const setting = own ? "own trigger" : { trigger: Number(trigger), floor: floor === undefined ? null : Number(floor) };
  return presetContender(name, id, at, setting);
}

function recipeOf(name: string): Recipe {
  if (!name.startsWith("{")) return name;
  try {
    return JSON.parse(name);
  } catch {
    throw new Refusal(`${name} is not JSON`, 2);
  }
}

const cacheFolder = (): string => path.join(dataFolder(), "benchmark");
const vocabularies = createShelf(NODE_RUNTIME.readVocabulary).load;

type Entry = Pick<SessionFigures, "id" | "repository"> & { readonly prepared: PreparedSession | string };

/** The sessions of the plan, or why one cannot be measured. */
async function* preparedSessions(
  { part, count, cuts }: Plan,
  { own, from, host }: BenchOptions,
): AsyncGenerator<Entry> {
  const surroundings = { vocabularies, sha256: NODE_RUNTIME.sha256 };
  if (part === "own") {
    let read = 0;
    for await (const analysis of analysesIn(own ?? ".")) {
      yield { id: analysis.session.id, repository: null, prepared: prepareSession(analysis, cuts, surroundings) };
      read += 1;
      if (read >= count) return;
    }
    return;
  }
  const shelf = from ? folderShelf(from) : fetchingShelf(host, cacheFolder());
  const listed = listSessions(part, count);
  for (const [at, entry] of listed.entries()) {
    progress(`session ${at + 1} of ${listed.length} …`);
    const { id, repository } = entry;
    yield { id, repository, prepared: await prepareListed(entry, shelf, cuts, surroundings) };
  }
}

async function prepareListed(entry: ListedSession, shelf: Shelf, cuts: number, surroundings: ReplaySurroundings) {
  try {
    return prepareSession(await analyze(await readSession(entry, shelf)), cuts, surroundings);
  } catch (error) {
    return (error as Error).message.slice(0, 300);
  }
}

function resultsOf(
  { part, cuts, at, codec }: Plan,
  strategies: BenchmarkResults["strategies"],
  leftOut: BenchmarkResults["sessions"]["left_out"],
  measured: readonly SessionFigures[],
  { started, by }: { readonly started: Date; readonly by: string | undefined },
): BenchmarkResults {
  const repositories = new Set(measured.flatMap(({ repository }) => repository ?? []));
  const figures = {
    benchmark: "winnow" as const,
    format: RESULTS_FORMAT as typeof RESULTS_FORMAT,
    manifest: part === "own" ? "own" : MANIFEST.version,
    measures: MEASURES_VERSION,
    part,
    settings: { cuts, at, body: codec.id },
    sessions: {
      asked: measured.length + leftOut.length,
      measured: measured.length,
      repositories: repositories.size === 0 ? null : repositories.size,
      left_out: leftOut,
    },
    strategies,
  };
  const reproducible = { ...figures, strategies: strategies.map(({ milliseconds: _, ...strategy }) => strategy) };
  return {
    ...figures,
    figures_sha256: createHash("sha256").update(JSON.stringify(reproducible)).digest("hex"),
    run: {
      by: by ?? "not specified",
      command: ["winnow", ...process.argv.slice(2).map(quoted)].join(" "),
      winnow: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch} ${os.release()}`.slice(0, 80),
      processor: os.cpus()[0]?.model ?? "unknown",
      cores: os.availableParallelism(),
      memory_gb: Math.round(os.totalmem() / 1e8) / 10,
      started: started.toISOString(),
      seconds: Math.round((Date.now() - started.getTime()) / 100) / 10,
    },
  };
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function answer(results: BenchmarkResults, { output, json }: BenchOptions): void {
  if (output) {
    fs.writeFileSync(output, `${JSON.stringify(results)}\n`);
    progress(`wrote ${output}`);
  }
  if (json) printJson(results);
  else print(leaderboardMarkdown([results]));
  for (const { id, reason } of results.sessions.left_out) progress(`left out ${id.slice(0, 12)}: ${reason}`);
  progress(`figures ${results.figures_sha256.slice(0, 12)}: a rerun gives the same if each strategy is deterministic`);
}
