// Measures the precision of the entity reader: draws samples of each kind of fact from ten real sessions, and prints
// the share that a person labelled as right.
// Run: node scripts/run-ts.mjs bench/evaluation/entities.ts [--list <kind>] [--open]
// `--list` prints the sample of one kind with its surroundings, `--open` only facts without a label.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { loadSharedSessions } from "@/bench/shared";
import { partText } from "@/lib/conversation/part";
import { rootsOf } from "@/lib/evaluation/cut-at";
import { ENTITY_KINDS, type EntityKind } from "@/lib/evaluation/entities/entity";
import { createReaders, gatherEvidence } from "@/lib/evaluation/evidence";
import type { SharedSession } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";

const LABELS = "bench/evaluation/labels/entities.tsv";
const SAMPLE = 200;
/** Ten sessions of eight clients, without redacted logs and chats without tools. */
const SESSIONS =
  /claude-code\/(?:ccviewer|entire-)|codex\/yoavf|crush\/|mini-swe-agent\/|opencode\/|openhands\/|pi\/|roo-code\/.*ui_/;

type Sampled = {
  readonly kind: EntityKind;
  readonly session: string;
  readonly key: string;
  readonly around: string;
  readonly id: string;
};

const listed = process.argv.includes("--list") ? process.argv[process.argv.indexOf("--list") + 1] : undefined;
const labels = readLabels();
const seen = new Set<string>();
const sessions = (await loadSharedSessions()).filter(({ file }) => {
  const isFirst = SESSIONS.test(file) && !seen.has(file);
  seen.add(file);
  return isFirst;
});
const found = sessions.flatMap(entitiesOf);
const samples = ENTITY_KINDS.map((kind) => ({
  kind,
  sample: sampleOf(found.filter((entity) => entity.kind === kind)),
}));
if (listed === undefined) printPrecision();
else for (const entity of samples.find(({ kind }) => kind === listed)?.sample ?? []) printEntity(entity);

function entitiesOf({ file, session }: SharedSession): Sampled[] {
  const readers = createReaders(() => 1, rootsOf(session));
  const { entities, blocks } = gatherEvidence({ tools: [], messages: session.messages }, readers);
  return [...entities.values()].map(({ entity, blocks: [first = 0] }) => {
    const text = blocks[first] ? partText(blocks[first].part) : "";
    const at = text.indexOf(entity.text.slice(0, 60));
    const around = at < 0 ? "" : text.slice(Math.max(0, at - 40), at + entity.text.length + 40);
    const id = createHash("sha256").update(`${file} ${entity.key}`).digest("hex").slice(0, 10);
    return { kind: entity.kind, session: file, key: entity.key, around, id };
  });
}

/**
 * Takes facts from every session in turn, in the order of their hashes, so that a fact stays in the sample when the
 * reader changes.
 */
function sampleOf(all: readonly Sampled[]): Sampled[] {
  const bySession = new Map<string, Sampled[]>();
  for (const entity of [...all].sort((a, b) => (a.id < b.id ? -1 : 1)))
    bySession.set(entity.session, [...(bySession.get(entity.session) ?? []), entity]);
  const chosen: Sampled[] = [];
  for (let round = 0; chosen.length < Math.min(SAMPLE, all.length); round += 1)
    for (const own of bySession.values()) if (chosen.length < SAMPLE && own[round]) chosen.push(own[round] as Sampled);
  return chosen;
}

/** Labels by hash; true means right. The texts themselves must not be part of the project. */
function readLabels(): Map<string, boolean> {
  if (!existsSync(LABELS)) return new Map();
  const lines = readFileSync(LABELS, "utf8").trim().split("\n");
  return new Map(lines.map((line) => [line.slice(0, 10), line.endsWith("+")]));
}

function printPrecision() {
  const rows = samples.map(({ kind, sample }) => {
    const judged = sample.filter(({ id }) => labels.has(id));
    const right = judged.filter(({ id }) => labels.get(id)).length;
    const share = judged.length === 0 ? "–" : `${((100 * right) / judged.length).toFixed(1)} %`;
    return [kind, found.filter((entity) => entity.kind === kind).length, sample.length, judged.length, right, share];
  });
  console.log(`${sessions.length} sessions: ${sessions.map(({ file }) => file).join(", ")}`);
  printTable("Entities, judged by eye", ["kind", "found", "sampled", "judged", "right", "precision"], rows);
}

function printEntity({ id, key, session, around }: Sampled) {
  if (process.argv.includes("--open") && labels.has(id)) return;
  console.log([id, session.split("/")[0], JSON.stringify(key), JSON.stringify(around)].join("\t"));
}
