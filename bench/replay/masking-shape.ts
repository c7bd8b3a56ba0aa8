/**
 * What masking all but the ten newest observations at every request would have cost, as a share of keeping everything,
 * after certain numbers of requests: without a cache (each prompt at the input price) and with the log's own cache:
 *
 *     node scripts/run-ts.mjs bench/replay/masking-shape.ts FOLDER [FOLDER …]
 */
import type { Message } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { replayEnvironments } from "@/lib/library/replay-environments";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy } from "@/lib/replay/replay-policy";
import type { ReplayRow } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { WORKER_SURROUNDINGS } from "@/lib/server/workers/surroundings";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { loadSharedSessions } from "@/tests/support/shared-transcripts";
import { percent, printTable } from "../accuracy/print-table";

const LENGTHS = [10, 20, 40, 100, 250];
const KEPT = 10;
/** Price of an output token in input tokens, as for most models; used if a session has no prices. */
const OUTPUT_PRICE = 5;
const FEWEST_REQUESTS = 10;

/** Turns outputs that a client sends as user messages into results of calls, so that a mask finds them. */
function withResults(session: Session): Session {
  const isOutput = ({ role, origin }: SessionMessage) => role === "user" && origin === "tool";
  const messages = session.messages.map((message, index): SessionMessage => {
    const next = session.messages[index + 1];
    if (isOutput(message)) return { ...message, ...asResult(message) };
    if (message.role !== "assistant" || !next || !isOutput(next)) return message;
    const call = { id: `${next.id}.call`, type: "tool-call", toolCallId: next.id, toolName: "run", input: {} } as const;
    return { ...message, parts: [...message.parts, call] };
  });
  return { ...session, messages };
}

const asResult = ({ id, parts }: Message): Pick<Message, "role" | "parts"> => ({
  role: "tool",
  parts: [
    {
      id: `${id}.result`,
      type: "tool-result",
      toolCallId: id,
      output: [{ type: "text", text: parts.map(partText).join("\n") }],
      isError: null,
    },
  ],
});

const sum = (rows: readonly ReplayRow[], of: (row: ReplayRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

function ratio(
  raw: readonly ReplayRow[],
  masked: readonly ReplayRow[],
  length: number,
  of: (row: ReplayRow) => number,
) {
  if (raw.length < length) return null;
  return sum(masked.slice(0, length), of) / sum(raw.slice(0, length), of);
}

const text = (share: number | null) => (share === null || Number.isNaN(share) ? "–" : percent(share));

const rows: string[][] = [];
for (const folder of process.argv.slice(2))
  for (const { file, session: logged } of await loadSharedSessions(folder)) {
    const session = withResults(logged);
    const analysis = analyzeSession(session, loadVocabulary);
    const { environmentOf } = replayEnvironments(analysis, "main", WORKER_SURROUNDINGS);
    const prepared = prepareReplay(analysis, { environmentOf });
    const observations = session.messages.flatMap(({ agent, parts }) =>
      agent === "main" ? parts.filter(({ type }) => type === "tool-result") : [],
    ).length;
    if (prepared.logged.length < FEWEST_REQUESTS || observations <= KEPT) continue;
    const raw = replayPolicy(prepared, { kind: "keep-all", id: "raw" }).rows;
    const recipe = { id: "swe-agent-last-n", params: { n: KEPT, polling: 1 } };
    const trigger = { tokens: 1, regrowth: 0 };
    const masked = replayPolicy(prepared, { kind: "recipe", id: "mask", recipe, trigger }).rows;
    const [first] = prepared.logged;
    const output = first?.prices ? first.prices.output / first.prices.input : OUTPUT_PRICE;
    const uncached = (row: ReplayRow) => row.prompt + output * (row.output ?? 0);
    const cached = (row: ReplayRow) => row.cost ?? Number.NaN;
    const reads = sum(raw, ({ read }) => read ?? 0) > 0;
    const lengths = [...LENGTHS, raw.length];
    rows.push([
      file,
      String(raw.length),
      ...lengths.map((length) => text(ratio(raw, masked, length, uncached))),
      ...lengths.map((length) => (reads ? text(ratio(raw, masked, length, cached)) : "–")),
    ]);
  }
const heads = (kind: string) => [...LENGTHS.map((length) => `${kind}, ${length}`), `${kind}, all`];
printTable("Masked, of raw", ["session", "requests", ...heads("uncached"), ...heads("cached")], rows);
