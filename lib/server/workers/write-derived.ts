import fs from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import type { CostAnswer } from "@/lib/api/schemas/cost-answer";
import type { MessageRow } from "@/lib/api/schemas/message-row";
import { jsonText } from "@/lib/conversation/exact-json";
import { analyzeCache, type CacheAnalysis } from "@/lib/pipeline/analyze-cache";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { type SimulatedSession, simulateSession } from "@/lib/pipeline/simulate-session";
import { type AgentOutline, toAgentOutlines } from "@/lib/read-models/agent-outline";
import { toAgentComposition, wastedCosts } from "@/lib/read-models/composition";
import { toLibraryRow } from "@/lib/read-models/library-row";
import { messageRows } from "@/lib/read-models/message-rows";
import { requestRowOf } from "@/lib/read-models/request-rows";
import { toAgentCaches, toSessionCache } from "@/lib/read-models/session-cache";
import { costEnds } from "@/lib/read-models/session-cost";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { toSimulatedAgents, toSimulatedCache } from "@/lib/read-models/simulated-cache";
import { simulatedReads } from "@/lib/read-models/simulated-rows";
import { withWasteChecks } from "@/lib/read-models/waste-findings";
import { spendOf } from "@/lib/spend/spend-of-session";
import { byAgent } from "@/lib/transcript/by-agent";
import type { Session } from "@/lib/transcript/session";
import { withAnswerLetters } from "@/lib/view-models/answer/answer-letters";
import { agentsOf } from "@/lib/view-models/answer/answer-of";
import { answeredBreaks } from "@/lib/view-models/answer/cause-of-request";
import { sumCompactions } from "@/lib/view-models/answer/compaction-sums";
import { toCostAnswer } from "@/lib/view-models/answer/to-cost-answer";
import { assertFileName, type SessionIndex } from "../files/derived";
import { encodeTable, type Section, sectionOf } from "../files/section-file";
import { LIMITS } from "../process/limits";
import type { DerivedSession } from "./derived-session";

/** Writes the derived file of one session (see derived.ts) and returns the facts for its row. */
export function writeDerived(analysis: Analysis, directory: string): DerivedSession {
  const { session } = analysis;
  assertFileName(session.id);
  const file = new SectionWriter(path.join(directory, session.id));
  try {
    return writeSections(analysis, file);
  } finally {
    file.close();
  }
}

function writeSections(analysis: Analysis, file: SectionWriter): DerivedSession {
  const { session } = analysis;
  const agents = agentsOf(analysis);
  const messageOffsets = writeMessages(session, file);
  const typed: MessageRow[] = [];
  const rowOffsets = file.lines("message-rows.jsonl", ({ line }) => {
    for (const row of messageRows(analysis, { maxChars: LIMITS.messageCharacters })) {
      line(JSON.stringify(row));
      if (row.origin === "typed") typed.push(row);
    }
  });
  const numbers = new Map(agents.map((agent, number) => [agent, number]));
  const agentOf = session.messages.map((message) => numbers.get(message.agent) as number);
  file.json("index.json", { agents, agentOf, messageOffsets, rowOffsets } satisfies SessionIndex);
  const cache = analyzeCache(analysis);
  const simulated = simulateSession(analysis);
  const outlines = toAgentOutlines(analysis, agents, typed);
  const compositions = agents.map((agent) => toAgentComposition(analysis, agent));
  const composed = compositions.map((own, number) => ({ own, window: outlines[number]?.window ?? null }));
  const shown = withWasteChecks(toSessionCache(analysis, cache), analysis, composed);
  const { checks, risks } = shown;
  const compactions = sumCompactions(analysis);
  const answer = toCostAnswer({ analysis, cache, simulated, compositions, checks, risks, compactions });
  const answered = withAnswerLetters(analysis, answer);
  writeRequests(answered, cache, agents, file);
  const lost = new Map(analysis.cache.breaks.map(({ request, lostTokens }) => [request, { lost_tokens: lostTokens }]));
  const requests = byAgent(analysis.requests);
  outlines.forEach((outline, number) => {
    const own = requests.get(outline.agent) ?? [];
    const broken = own.map(({ index }) => ({ index, break: lost.get(index) ?? null }));
    const breaks = answeredBreaks(broken, answer);
    file.json(`agents/${number}.json`, { ...outline, breaks } satisfies AgentOutline);
  });
  compositions.forEach((own, number) => {
    file.json(`composition/${number}.json`, own);
  });
  toAgentCaches(answered, cache, agents).forEach((own, number) => {
    file.json(`cache/${number}.json`, own);
  });
  file.json("cache/session.json", shown);
  if (simulated) writeSimulated(analysis, simulated, agents, file);
  file.json("answer.json", answer);
  file.json("spend.json", spendOf(analysis, costEnds(analysis, simulated), wastedCosts(compositions)));
  writeFrame(session, file);
  return summarise(analysis, simulated, answer, file);
}

function writeMessages(session: Session, file: SectionWriter): readonly number[] {
  const offsets = file.lines("messages.jsonl", ({ line }) => {
    for (const message of session.messages) line(jsonText(message));
  });
  file.lines("parts.index", ({ line }) => {
    line(""); // puts a line break before every id
    session.messages.forEach((message, index) => {
      for (const part of message.parts) line(`${JSON.stringify(part.id)}\t${index}`);
    });
  });
  return offsets;
}

function writeRequests(
  analysis: Analysis,
  { lines }: CacheAnalysis,
  agents: readonly string[],
  file: SectionWriter,
): void {
  const rowOf = requestRowOf(analysis);
  const write = (name: string, requests: Analysis["requests"]) => {
    function* rows() {
      for (const request of requests) yield rowOf(request);
    }
    file.list(`requests/${name}.json`, "requests", rows());
    file.lines(`simulated-reads/${name}.jsonl`, ({ line }) => {
      for (const { index } of requests) line(JSON.stringify(simulatedReads(index, lines)));
    });
  };
  write("all", analysis.requests);
  const own = byAgent(analysis.requests);
  for (const [number, agent] of agents.entries()) {
    if (agents.length > 1) write(String(number), own.get(agent) ?? []);
    else {
      file.alias(`requests/${number}.json`, "requests/all.json");
      file.alias(`simulated-reads/${number}.jsonl`, "simulated-reads/all.jsonl");
    }
  }
}

/** For a session whose log reports nothing about its cache: writes the Cache page's data under each policy. */
function writeSimulated(
  analysis: Analysis,
  simulated: SimulatedSession,
  agents: readonly string[],
  file: SectionWriter,
): void {
  file.json("simulated/session.json", toSimulatedCache(analysis, simulated));
  for (const run of simulated.runs)
    toSimulatedAgents(analysis, simulated, run, agents).forEach((own, number) => {
      file.json(`simulated/${run.policy.id}/${number}.json`, own);
    });
}

function writeFrame(session: Session, file: SectionWriter): void {
  const { messages: _, keptRows, ...frame } = session;
  file.json("session.json", { ...frame, keptRows: [] });
  file.json("kept-rows.json", keptRows);
}

function summarise(
  analysis: Analysis,
  simulated: SimulatedSession | null,
  answer: CostAnswer,
  file: SectionWriter,
): DerivedSession {
  const { session, requests } = analysis;
  const summary = toSessionSummary(analysis, answer, simulated);
  file.json("summary.json", summary);
  return {
    id: session.id,
    title: session.title,
    client: session.client,
    project: session.project,
    startedAt: session.startedAt ?? null,
    endedAt: session.endedAt ?? null,
    messages: session.messages.length,
    requests: requests.length,
    peakTokens: summary.window.peak_tokens ?? 0,
    rowJson: JSON.stringify(toLibraryRow(analysis, answer, simulated)),
    summaryJson: JSON.stringify(summary),
  };
}

const BLOCK_BYTES = 1 << 20;

/** Maximum bytes of UTF-8 per UTF-16 unit of a JavaScript string. */
const MAX_BYTES = 3;

/**
 * Writes a section file (section-file.ts) from front to back, synchronously in a worker thread. The file is not synced
 * to disk, because it can be rebuilt from the transcript, and damage is noticed on reading.
 */
export class SectionWriter {
  readonly #descriptor: number;
  readonly #table = new Map<string, Section>();
  /**
   * A single block for all lines, because a buffer for each line would produce as much garbage as the session has
   * bytes.
   */
  readonly #block = takeBlock();
  #filled = 0;
  #written = 0;

  constructor(file: string) {
    this.#descriptor = fs.openSync(file, "wx", 0o600);
  }

  json(name: string, value: unknown): void {
    this.lines(name, ({ text }) => text(JSON.stringify(value)));
  }

  /**
   * Writes a section that is the JSON object `{ [key]: items }`, item by item, so that neither a long list nor its text
   * is in memory. One item per line.
   */
  list(name: string, key: string, items: Iterable<unknown>): void {
    this.lines(name, ({ text }) => {
      text(`{${JSON.stringify(key)}:[`);
      let separator = "";
      for (const item of items) {
        text(separator);
        text(JSON.stringify(item));
        separator = ",\n";
      }
      text("]}");
    });
  }

  /** Writes a section of lines. Returns the offset of each within the section, then the section's length. */
  lines(name: string, write: (lines: LineWriter) => void): readonly number[] {
    const lines = new LineWriter((text) => this.#push(text));
    const start = this.#written;
    write(lines);
    this.#table.set(name, [start, lines.bytes, lines.checksum]);
    return lines.offsets;
  }

  /** Gives a written section a second name. */
  alias(name: string, of: string): void {
    this.#table.set(name, sectionOf(this.#table, of));
  }

  close(): void {
    try {
      this.#flush();
      writeWhole(this.#descriptor, encodeTable(this.#table, this.#written));
    } finally {
      fs.closeSync(this.#descriptor);
      spareBlock = this.#block;
    }
  }

  /** Returns the bytes of the text, valid until the next call. */
  #push(text: string): Buffer {
    if (text.length * MAX_BYTES > BLOCK_BYTES - this.#filled) this.#flush();
    if (text.length * MAX_BYTES > BLOCK_BYTES) return this.#pushLong(text);
    const start = this.#filled;
    this.#filled += this.#block.write(text, start, "utf8");
    this.#written += this.#filled - start;
    return this.#block.subarray(start, this.#filled);
  }

  #pushLong(text: string): Buffer {
    const bytes = Buffer.from(text, "utf8");
    writeWhole(this.#descriptor, bytes);
    this.#written += bytes.length;
    return bytes;
  }

  #flush(): void {
    writeWhole(this.#descriptor, this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

/** The block of the last file, reused so that an import of many small sessions does not allocate one for each. */
let spareBlock: Buffer | null = null;

function takeBlock(): Buffer {
  const block = spareBlock ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  spareBlock = null;
  return block;
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(descriptor, bytes, offset);
}

/** The lines of one section, with the offset of each. */
class LineWriter {
  readonly offsets: number[] = [0];
  bytes = 0;
  checksum = 0;

  constructor(private readonly push: (text: string) => Uint8Array) {}

  readonly line = (text: string): void => {
    this.text(text);
    this.text("\n"); // appending it to the text would copy the text
    this.offsets.push(this.bytes);
  };

  readonly text = (text: string): void => {
    const bytes = this.push(text);
    this.checksum = crc32(bytes, this.checksum);
    this.bytes += bytes.length;
  };
}
