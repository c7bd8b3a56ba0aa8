/**
 * Draws needed facts and lost facts from the corpus, for readers to judge, and counts their verdicts:
 *
 *     node scripts/run-ts.mjs bench/evaluation/corpus-labels.ts --draw FILE [--seed 31] [--kept FILE]     200 of each, with their surroundings
 *     node scripts/run-ts.mjs bench/evaluation/corpus-labels.ts --count FILE LABELS [LABELS]              precision by client version, agreement
 *
 * A fact is lost if its content is gone and nothing that the result names leads to it. One fact per session and kind in
 * each round, so that no session dominates. LABELS has a line for each: its number, `+` or `-`, and the first twelve
 * characters of its hash. The drawn text is third-party and must not be committed; the labels are.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { type CorpusRow, corpusRows, corpusSession } from "@/bench/corpus-sessions";
import { type Part, partText } from "@/lib/conversation/part";
import { knownFact } from "@/lib/evaluation/evidence";
import { toFuture } from "@/lib/evaluation/future-step";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { shuffled } from "@/lib/evaluation/seeded-random";
import { findShown } from "@/lib/evaluation/shown";
import { promptSpans } from "@/lib/transcript/context-at";
import { percent, printTable } from "../accuracy/print-table";
import { placesOf } from "./measure-cuts";
import { STRATEGY_ROWS } from "./strategy-rows";

const SAMPLE = 200;
/** Sessions from which facts are drawn. */
const SESSIONS = 110;
const CUTS = 2;
/** Presets of different kinds: masking, windows, folds and our own. */
const LOSERS = ["winnow", "anthropic-clear-tool-uses", "letta-sliding", "claude-code", "openhands-recent"];
/** Number of facts per kind that are drawn from a session: those with the lowest hashes. */
const OF_SESSION = 4;
/** Characters that a reader is shown on each side of a fact and of its later use. */
const REACH = 160;

type Kind = "needs" | "lost";
type Drawn = {
  readonly kind: Kind;
  readonly order: string;
  readonly session: string;
  readonly version: string;
  readonly key: string;
  readonly preset: string;
  readonly source: string;
  readonly use: string;
  /** Where the result still contains the fact's last segment; null if nowhere. */
  readonly still: string | null;
};

const args = process.argv;
const option = (name: string) => args[args.indexOf(name) + 1 || args.length];
const seed = option("--seed") ?? "31";
if (args.includes("--count")) printCounts(args.slice(args.indexOf("--count") + 1));
else await draw(option("--draw") ?? "labels.jsonl");

async function draw(target: string): Promise<void> {
  const kept = option("--kept");
  const known = new Map<string, readonly Drawn[]>();
  if (kept && existsSync(kept))
    for (const line of readFileSync(kept, "utf8").trim().split("\n")) {
      const { id, facts } = JSON.parse(line) as { id: string; facts: Drawn[] };
      known.set(id, facts);
    }
  for (const row of shuffled(corpusRows(), Number(seed)).slice(0, SESSIONS)) {
    if (known.has(row.id)) continue;
    const facts = await factsOf(row);
    known.set(row.id, facts);
    if (kept) appendFileSync(kept, `${JSON.stringify({ id: row.id, facts })}\n`);
  }
  const chosen = (["needs", "lost"] as const).flatMap((kind) => sampleOf([...known.values()], kind));
  writeFileSync(target, chosen.map((fact, number) => `${JSON.stringify({ number, ...fact })}\n`).join(""));
}

/** Takes facts from every session in turn, in the order of their hashes. */
function sampleOf(sessions: readonly (readonly Drawn[])[], kind: Kind): Drawn[] {
  const sorted = sessions
    .map((facts) => facts.filter((fact) => fact.kind === kind).sort(byOrder))
    .sort(([a], [b]) => (a && b ? byOrder(a, b) : 0));
  const chosen: Drawn[] = [];
  for (let round = 0; chosen.length < SAMPLE && sorted.some((facts) => facts[round]); round += 1)
    for (const facts of sorted) if (chosen.length < SAMPLE && facts[round]) chosen.push(facts[round] as Drawn);
  return chosen;
}

function byOrder(a: Drawn, b: Drawn): number {
  return a.order < b.order ? -1 : 1;
}

async function factsOf(row: CorpusRow): Promise<Drawn[]> {
  const session = await corpusSession(row);
  if (!session) return [];
  const facts = new Map<string, Drawn>();
  for (const { index, cut, environment } of placesOf(row.id, session, CUTS)) {
    const future = toFuture(session.messages.slice(promptSpans(session)[index]?.end ?? 0), "main");
    const writtenAs = (part: Part, key: string) =>
      [...cut.readers.entitiesOf(part)].find(([written]) => knownFact(cut.evidence, written)?.entity.key === key)?.[1]
        .text;
    const describe = (kind: Kind, key: string, preset: string, still: () => string | null) => {
      const order = createHash("sha256").update(`${seed} ${kind} ${row.id} ${key}`).digest("hex");
      const held = [...facts.values()]
        .filter((fact) => fact.kind === kind)
        .map((fact) => fact.order)
        .sort();
      if (facts.has(order) || (held.length >= OF_SESSION && order > (held[OF_SESSION - 1] ?? ""))) return;
      const known = cut.evidence.entities.get(key);
      const block = known && cut.evidence.blocks[known.blocks[0] ?? 0];
      const step = future.find(({ part, isAgents }) => isAgents && writtenAs(part, key) !== undefined);
      if (!known || !block || !step) return;
      const source = `${block.message.role} ${block.part.type}: ${around(block.part, known.entity.text)}`;
      const use = `${step.part.type}: ${around(step.part, writtenAs(step.part, key) ?? "")}`;
      facts.set(order, {
        kind,
        order,
        session: row.id,
        version: `${row.client} ${row.version}`,
        key,
        preset,
        source,
        use,
        still: still(),
      });
    };
    for (const { known } of cut.needed?.entities ?? []) describe("needs", known.entity.key, "", () => null);
    for (const { name, run } of STRATEGY_ROWS.filter(({ name }) => LOSERS.includes(name))) {
      const result = run(cut, environment);
      const { named } = findShown(cut.evidence, result.conversation, cut.readers);
      const texts = () => result.conversation.messages.flatMap(({ parts }) => parts.map(textOf));
      for (const { known } of measureLoss(cut, result).hindsight?.lostFacts ?? [])
        if (!named.has(known.entity.key))
          describe("lost", known.entity.key, name, () => stillIn(texts(), known.entity.key));
    }
  }
  const all = [...facts.values()].sort(byOrder);
  return (["needs", "lost"] as const).flatMap((kind) => all.filter((fact) => fact.kind === kind).slice(0, OF_SESSION));
}

function textOf(part: Part): string {
  return part.type === "tool-call" ? JSON.stringify(part.input ?? part.inputText) : partText(part);
}

function around(part: Part, word: string): string {
  const text = textOf(part);
  const at = text.indexOf(word.slice(0, 60));
  return at < 0 ? text.slice(0, REACH) : text.slice(Math.max(0, at - REACH), at + word.length + REACH);
}

function stillIn(texts: readonly string[], key: string): string | null {
  const bare = key.slice(key.indexOf(":") + 1);
  const name = bare.split(key.startsWith("path:") ? "/" : /[/.]|::|->/).at(-1) ?? "";
  const text = texts.find((candidate) => candidate.includes(name));
  const at = text?.indexOf(name) ?? 0;
  return text === undefined ? null : text.slice(Math.max(0, at - 60), at + name.length + 40);
}

/** Identifies a fact in the labels by its hash, because its number changes with the rules. */
function hashOf({ order }: Drawn): string {
  return order.slice(0, 12);
}

function printCounts([drawn = "", ...labels]: readonly string[]): void {
  const facts = readFileSync(drawn, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Drawn);
  const signs = labels.map(
    (file) =>
      new Map(
        readFileSync(file, "utf8")
          .trim()
          .split("\n")
          .map((line) => line.split("\t"))
          .map(([, sign = "", hash = ""]) => [hash, sign === "+"]),
      ),
  );
  const [first, second] = signs;
  const rowOf = (title: string, of: typeof facts): (string | number)[] => {
    const read = of.filter((fact) => first?.has(hashOf(fact)));
    const right = read.filter((fact) => first?.get(hashOf(fact)));
    const twice = read.filter((fact) => second?.has(hashOf(fact)));
    const same = twice.filter((fact) => first?.get(hashOf(fact)) === second?.get(hashOf(fact)));
    const share = (part: number, whole: number) => (whole === 0 ? "–" : percent(part / whole));
    return [
      title,
      read.length,
      right.length,
      share(right.length, read.length),
      twice.length,
      share(same.length, twice.length),
    ];
  };
  const isOld = ({ version }: Drawn) => /^Claude Code 2\.(?:0|1\.(?:\d|[1-4]\d))\b/.test(version);
  const groups = (["needs", "lost"] as const).flatMap((kind) => {
    const of = facts.filter((fact) => fact.kind === kind);
    const claude = of.filter(({ version }) => version.startsWith("Claude Code"));
    return [
      rowOf(kind, of),
      rowOf(`${kind}, Claude Code before 2.1.50`, claude.filter(isOld)),
      rowOf(
        `${kind}, Claude Code from 2.1.50 on`,
        claude.filter((fact) => !isOld(fact)),
      ),
      rowOf(
        `${kind}, other clients`,
        of.filter(({ version }) => !version.startsWith("Claude Code")),
      ),
    ];
  });
  printTable(
    "Facts of the corpus, judged by reading",
    ["sample", "read", "right", "precision", "read twice", "agreed"],
    groups,
  );
}
