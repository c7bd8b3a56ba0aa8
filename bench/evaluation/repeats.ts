// Counts what was repeated after a cut in real logs and, according to a reader's labels, how much of it really
// was a repeat. Run: node scripts/run-ts.mjs bench/evaluation/repeats.ts [--list] Cuts are the log's own
// compactions, and six places of every other session with 30 calls or more.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { loadSharedSessions, NEWER_TRANSCRIPTS, SHARED_TRANSCRIPTS } from "@/bench/shared";
import type { Part } from "@/lib/conversation/part";
import { partText } from "@/lib/conversation/part";
import { cutAt, rootsOf } from "@/lib/evaluation/cut-at";
import { createReaders } from "@/lib/evaluation/evidence";
import { toFuture } from "@/lib/evaluation/future-step";
import { REPEAT_KINDS, type Repeat } from "@/lib/evaluation/repeats/repeat";
import { compactionPlaces } from "@/lib/replay/compaction-loss";
import { promptSpans } from "@/lib/transcript/context-at";
import type { SharedSession } from "@/tests/support/shared-transcripts";
import { percent, printTable } from "../accuracy/print-table";

const LABELS = "bench/evaluation/labels/repeats.tsv";
const CUTS = 6;
const FEWEST_RESPONSES = 30;
/** Number of steps shown to a reader on each side of a repeat, and characters per step. */
const [NEAR, SHOWN] = [3, 400];

type Found = { readonly id: string; readonly file: string; readonly kind: Repeat["kind"]; readonly texts: string[] };

const sessions = [...(await loadSharedSessions(SHARED_TRANSCRIPTS)), ...(await loadSharedSessions(NEWER_TRANSCRIPTS))];
const found = [...new Map(sessions.flatMap(foundIn).map((repeat) => [repeat.id, repeat])).values()];
if (process.argv.includes("--list"))
  for (const { id, kind, file, texts } of found) console.log(["repeat", id, kind, file, ...texts].join("\t"));
else printCounts();

/** Returns each repeat in a session once, even if several cuts show it. */
function foundIn({ file, session }: SharedSession): Found[] {
  const own = session.responses.flatMap(({ agent }, index) => (agent === "main" ? [index] : []));
  if (own.length < FEWEST_RESPONSES) return [];
  const readers = createReaders((part) => Math.ceil(partText(part).length / 4), rootsOf(session));
  const compacted = compactionPlaces(session, "main").flatMap((place) => (place ? [place.before] : []));
  const shares = Array.from({ length: CUTS }, (_, step) => 0.25 + (0.65 * step) / (CUTS - 1));
  const places = compacted.length > 0 ? compacted : shares.map((share) => own[Math.floor(share * own.length)] ?? 0);
  return [...new Set(places)].flatMap((index) => {
    const { evidence, needed } = cutAt(session, index, readers);
    const future = toFuture(session.messages.slice(promptSpans(session)[index]?.end ?? 0), "main");
    return (needed?.repeats ?? []).map(({ kind, blocks, step }): Found => {
      const before = evidence.blocks[blocks.at(-1) ?? 0]?.part;
      const near = future.slice(Math.max(0, step - NEAR), step + NEAR + 1).map(({ part }) => shown(part));
      const digest = createHash("sha256").update(`${kind} ${file} ${future[step]?.part.id}`).digest("hex");
      return { id: digest.slice(0, 10), file, kind, texts: [before ? shown(before) : "", ...near] };
    });
  });
}

function shown(part: Part): string {
  const text = part.type === "tool-call" ? JSON.stringify(part.input ?? part.inputText) : partText(part);
  return JSON.stringify(`${part.type}: ${text.slice(0, SHOWN)}`);
}

function printCounts() {
  const lines = existsSync(LABELS) ? readFileSync(LABELS, "utf8").trim().split("\n") : [];
  const labels = new Map(lines.map((line) => line.split("\t") as [string, string]));
  const rows = REPEAT_KINDS.map((kind) => {
    const own = found.filter((repeat) => repeat.kind === kind);
    const read = own.filter(({ id }) => labels.has(id));
    const right = read.filter(({ id }) => labels.get(id) === "+").length;
    const files = new Set(own.map(({ file }) => file)).size;
    return [kind, own.length, files, read.length, read.length === 0 ? "–" : percent(right / read.length)];
  });
  printTable("What was repeated after a cut", ["kind", "found", "files", "read", "right"], rows);
}
