// The precision of needed facts, and of facts that are called lost: samples from sessions that the rules were not written on,
// labelled by one reader. Run: node scripts/run-ts.mjs bench/evaluation/needs.ts [--list] [--reading 1|2]
// `--list` prints both samples with their surroundings; a second reader gets another order and writes a second sign behind the first,
// and then the agreement of both is printed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { loadSharedSessions, NEWER_TRANSCRIPTS, SHARED_TRANSCRIPTS } from "@/bench/shared";
import type { Part } from "@/lib/conversation/part";
import { partText } from "@/lib/conversation/part";
import { knownFact } from "@/lib/evaluation/evidence";
import { toFuture } from "@/lib/evaluation/future-step";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { promptSpans } from "@/lib/transcript/context-at";
import type { SharedSession } from "@/tests/support/shared-transcripts";
import { percent, printTable } from "../accuracy/print-table";
import { placesOf } from "./measure-cuts";
import { STRATEGY_ROWS } from "./strategy-rows";

const LABELS = "bench/evaluation/labels/needs.tsv";
const SAMPLE = 200;
const CUTS = 6;
/** Sessions that the rules of `lib/evaluation/entities` were written on: they are not sampled. */
const READ_BEFORE = /claude-code\/entire-43|localpush|goose\/|opencode\/klan1|pi\/large|vercel-ai-sdk\//;
/** Presets of different kinds: masking, windows, folds and our own. */
const LOSERS = ["winnow", "anthropic-clear-tool-uses", "letta-sliding", "claude-code", "openhands-recent"];
const FEWEST_RESPONSES = 30;
/** Characters that a reader is shown on each side of a fact and of its later use. */
const REACH = 300;

type Kind = "needs" | "lost";
type Sampled = {
  readonly kind: Kind;
  readonly id: string;
  readonly client: string;
  readonly key: string;
  /** Which preset lost it; empty for needs. */
  readonly preset: string;
  readonly source: string;
  readonly use: string;
  /** Where the result still holds the fact's last segment; null if nowhere. */
  readonly still: string | null;
};

const option = (name: string) => process.argv[process.argv.indexOf(name) + 1 || process.argv.length];
const labels = readLabels();
const sessions = [
  ...(await loadSharedSessions(SHARED_TRANSCRIPTS)),
  ...(await loadSharedSessions(NEWER_TRANSCRIPTS)),
].filter(
  ({ file, session }) =>
    !READ_BEFORE.test(file) && session.responses.filter(({ agent }) => agent === "main").length >= FEWEST_RESPONSES,
);
const found = sessions.flatMap(sampledOf);
const samples = (["needs", "lost"] as const).map((kind) => sampleOf(found.filter((fact) => fact.kind === kind)));
if (!process.argv.includes("--list")) printPrecision();
else for (const sample of samples) printList(sample, option("--reading") ?? "1");

/** Every needed fact of a session once, and every fact that one of the presets lost once. */
function sampledOf({ file, session }: SharedSession): Sampled[] {
  const facts = new Map<string, Sampled>();
  for (const { index, cut, environment } of placesOf(file, session, CUTS)) {
    const future = toFuture(session.messages.slice(promptSpans(session)[index]?.end ?? 0), "main");
    const describe = (kind: Kind, key: string, preset: string, still: string | null) => {
      const id = createHash("sha256").update(`${kind} ${file} ${key}`).digest("hex").slice(0, 10);
      const known = cut.evidence.entities.get(key);
      const block = known && cut.evidence.blocks[known.blocks[0] ?? 0];
      const step = future.find(({ part, isAgents }) => isAgents && writtenAs(part, key) !== undefined);
      if (facts.has(id) || !known || !block || !step) return;
      const source = `${block.message.role}: ${around(block.part, known.entity.text)}`;
      const use = `${step.part.type}: ${around(step.part, writtenAs(step.part, key) ?? "")}`;
      facts.set(id, { kind, id, client: clientOf(file), key, preset, source, use, still });
    };
    const writtenAs = (part: Part, key: string) =>
      [...cut.readers.entitiesOf(part)].find(([written]) => knownFact(cut.evidence, written)?.entity.key === key)?.[1]
        .text;
    for (const { known } of cut.needed?.entities ?? []) describe("needs", known.entity.key, "", null);
    for (const { name, run } of STRATEGY_ROWS.filter(({ name }) => LOSERS.includes(name))) {
      const result = run(cut, environment);
      const texts = result.conversation.messages.flatMap(({ parts }) => parts.map(textOf));
      for (const { known } of measureLoss(cut, result).hindsight?.lostFacts ?? [])
        describe("lost", known.entity.key, name, stillIn(texts, known.entity.key));
    }
  }
  return [...facts.values()];
}

function clientOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function textOf(part: Part): string {
  return part.type === "tool-call" ? JSON.stringify(part.input ?? part.inputText) : partText(part);
}

function around(part: Part, word: string, reach = REACH): string {
  const text = textOf(part);
  const at = text.indexOf(word.slice(0, 60));
  return at < 0 ? text.slice(0, reach) : text.slice(Math.max(0, at - reach), at + word.length + reach);
}

function stillIn(texts: readonly string[], key: string): string | null {
  const last =
    key
      .slice(key.indexOf(":") + 1)
      .split(/[/.]|::|->/)
      .at(-1) ?? "";
  const name = key.startsWith("path:") ? key.slice(key.lastIndexOf("/") + 1).replace("path:", "") : last;
  const text = texts.find((candidate) => candidate.includes(name));
  const at = text?.indexOf(name) ?? 0;
  return text === undefined ? null : text.slice(Math.max(0, at - 50), at + name.length + 30);
}

/** From every client in turn, in the order of their hashes. */
function sampleOf(all: readonly Sampled[]): Sampled[] {
  const byClient = new Map<string, Sampled[]>();
  for (const fact of [...all].sort((a, b) => (a.id < b.id ? -1 : 1)))
    byClient.set(fact.client, [...(byClient.get(fact.client) ?? []), fact]);
  const chosen: Sampled[] = [];
  for (let round = 0; chosen.length < Math.min(SAMPLE, all.length); round += 1)
    for (const own of byClient.values()) if (chosen.length < SAMPLE && own[round]) chosen.push(own[round] as Sampled);
  return chosen;
}

/** By id, what each reader said: true for right. The texts themselves must not be part of the project. */
function readLabels(): Map<string, readonly boolean[]> {
  if (!existsSync(LABELS)) return new Map();
  const lines = readFileSync(LABELS, "utf8").trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [id = "", ...signs] = line.split("\t");
      return [id, signs.map((sign) => sign === "+")];
    }),
  );
}

function printPrecision() {
  const rows = samples.map((sample) => {
    const judged = sample.flatMap(({ id }) => (labels.has(id) ? [labels.get(id) as readonly boolean[]] : []));
    const twice = judged.filter(({ length }) => length > 1);
    return [
      sample[0]?.kind ?? "",
      sample.length,
      new Set(sample.map(({ client }) => client)).size,
      judged.length,
      judged.length === 0 ? "–" : percent(shareOf(judged, 0)),
      twice.length,
      twice.length === 0 ? "–" : percent(shareOf(twice, 1)),
      twice.length === 0 ? "–" : kappaOf(twice).toFixed(2),
    ];
  });
  const head = ["sample", "drawn", "clients", "read", "right", "read by a second", "right by the second", "kappa"];
  printTable("Needed and lost facts, judged by reading", head, rows);
}

function shareOf(judged: readonly (readonly boolean[])[], reader: number): number {
  return judged.filter((label) => label[reader]).length / judged.length;
}

/** Cohen's kappa: agreement beyond what two readers with these shares would reach by chance. */
function kappaOf(judged: readonly (readonly boolean[])[]): number {
  const [first, second] = [shareOf(judged, 0), shareOf(judged, 1)];
  const chance = first * second + (1 - first) * (1 - second);
  const same = judged.filter((label) => label[0] === label[1]).length / judged.length;
  return chance === 1 ? 1 : (same - chance) / (1 - chance);
}

function printList(sample: readonly Sampled[], reading: string) {
  const order = (fact: Sampled) => createHash("sha256").update(`${reading} ${fact.id}`).digest("hex");
  for (const fact of [...sample].sort((a, b) => (order(a) < order(b) ? -1 : 1)))
    console.log(
      [fact.kind, fact.id, fact.client, fact.key, fact.preset, fact.source, fact.use, fact.still]
        .map((text) => JSON.stringify(text))
        .join("\t"),
    );
}
