import fs from "node:fs";
import { addressOf } from "@/lib/api/address-of";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import { Problem } from "@/lib/api/problem";
import { readProblem } from "@/lib/api/read-problem";
import type { StoredOutputAnswer } from "@/lib/api/schemas/stored-output";
import { notesOf } from "@/lib/importers/format-notes";
import type { CallApi, RouteAnswer, RouteCall, UsedRoute } from "@/lib/mcp/call-api";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { simulateSession } from "@/lib/pipeline/simulate-session";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { queryText } from "@/lib/server/workers/query-task";
import { STRATEGIES } from "@/lib/strategies";
import { withAnswerLetters } from "@/lib/view-models/answer/answer-letters";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { receiptOfAnalysis } from "@/lib/view-models/receipt/receipt-of-analysis";
import { type CompareInput, type CompressInput, compare, compress, type KeptText } from "../entries/index";
import { serverOnceFree } from "./library";
import { Refusal } from "./output";
import { findServer, keyHeaders, type RunningServer, startServer } from "./server-process";
import { loadAnalysis } from "./sources";
import { spendOfOne } from "./spend";

/** The largest transcript read in process for an agent; a larger one is imported first. */
const MAX_BYTES = 200 * 1024 * 1024;

type Read = { readonly file: string; readonly stamp: string; readonly analysis: Promise<Analysis> };

/** Answers about transcript files, in the shapes of the library's answers. The last file is cached. */
class FileAnswers {
  #last: Read | null = null;

  /** Null if it is not a file. */
  async answer(key: UsedRoute, { path, query = {} }: RouteCall): Promise<object | null> {
    const file = path?.id ?? "";
    const stamp = stampOf(file);
    if (stamp === null) return null;
    const analysis = await this.#read(file, stamp);
    const agent = typeof query.agent === "string" ? query.agent : undefined;
    switch (key) {
      case "GET /api/sessions/{id}/requests":
        return {
          requests: toRequestRows(withAnswerLetters(analysis, answerOf(analysis)), agent).map((row) => ({
            ...row,
            simulated: {},
          })),
        };
      case "GET /api/sessions/{id}/answer":
        return answerOf(analysis);
      case "GET /api/sessions/{id}/spend":
        return spendOfOne(analysis);
      case "GET /api/sessions/{id}/receipt":
        return receiptOfAnalysis(analysis, agent ?? "main", query.compaction == null ? null : Number(query.compaction));
      case "GET /api/sessions/{id}/messages":
        return messagesOf(analysis, agent ?? "main", query);
      default:
        return {
          ...toSessionSummary(analysis, answerOf(analysis), simulateSession(analysis)),
          notes: notesOf(analysis.session.format),
        };
    }
  }

  #read(file: string, stamp: string): Promise<Analysis> {
    if (this.#last?.file === file && this.#last.stamp === stamp) return this.#last.analysis;
    const analysis = loadAnalysis(file).catch((error: Error) => {
      this.#last = null;
      if (error instanceof Problem) throw error;
      throw new Problem(422, "not-a-transcript", `${file} cannot be read as a transcript: ${error.message}`);
    });
    this.#last = { file, stamp, analysis };
    return analysis;
  }
}

/** Changes when the file grows; null if there is no such file. */
function stampOf(file: string): string | null {
  const stats = statsOf(file);
  if (stats === null) return null;
  if (!stats.isFile()) throw new Problem(422, "not-a-file", `${file} is not a file; name one transcript`);
  if (stats.size > MAX_BYTES)
    throw new Problem(413, "too-large", `${file} has more than ${MAX_BYTES} bytes; use winnow import instead`);
  return `${stats.size} ${stats.mtimeMs}`;
}

function statsOf(file: string): fs.Stats | null {
  try {
    return fs.statSync(file);
  } catch {
    return null;
  }
}

function messagesOf(analysis: Analysis, agent: string, query: NonNullable<RouteCall["query"]>) {
  const own = toMessageRows(analysis, { maxChars: Number(query.max_chars) }).filter((row) => row.agent === agent);
  if (own.length === 0) throw new Problem(404, "no-such-agent", "the session has no agent with that id");
  const from = Number(query.from);
  const messages = own.slice(from, from + Number(query.limit));
  const next = from + messages.length;
  return { total: own.length, messages, next_from: next < own.length ? next : null };
}

/** Maximum characters of put-aside texts per process; the oldest are dropped first. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

type Kept = KeptText & { readonly putAsideAt: string };

/** Calls that need no library: the library's own functions on sent bodies. Put-aside texts stay in memory. */
class BodyAnswers {
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  strategies() {
    return { strategies: STRATEGIES.map(strategyAnswer) };
  }

  answer(key: UsedRoute, body: unknown): Promise<object> {
    const outputs = { get: (id: string) => this.#kept.get(id), set: (_: string, kept: KeptText) => this.#keep(kept) };
    return key === "POST /api/compress"
      ? compress(body as CompressInput, { outputs })
      : compare(body as CompareInput, { outputs });
  }

  /** A text put aside by this process, or a part of it; null if it is not here. */
  output({ path, query = {} }: RouteCall): StoredOutputAnswer | null {
    const kept = this.#kept.get(path?.id ?? "");
    if (!kept) return null;
    const { start = null, end = null, grep = null, json_path = null } = query;
    const found = queryText(kept.text, {
      start: numberOf(start),
      end: numberOf(end),
      grep: textOf(grep),
      jsonPath: textOf(json_path),
    });
    if (!found.ok) throw new Problem(422, found.code, found.message);
    return {
      id: kept.id,
      tool: kept.tool,
      tokens: kept.tokens,
      bytes: Buffer.byteLength(kept.text),
      put_aside_at: kept.putAsideAt,
      source: kept.source,
      total_lines: found.totalLines,
      text: found.text,
      matches: found.lines,
      truncated: found.truncated,
    };
  }

  #keep(kept: KeptText): void {
    if (this.#kept.has(kept.id)) return;
    this.#kept.set(kept.id, { ...kept, putAsideAt: new Date().toISOString() });
    this.#characters += kept.text.length;
    for (const [id, { text }] of this.#kept) {
      if (this.#characters <= MAX_CHARACTERS) break;
      this.#kept.delete(id);
      this.#characters -= text.length;
    }
  }
}

type Value = string | number | boolean | null;
const numberOf = (value: Value): number | null => (value === null ? null : Number(value));
const textOf = (value: Value): string | null => (value === null || value === "" ? null : String(value));

/** A server started for an agent ends after this long without a call, which frees the library. */
const IDLE_MS = 60_000;

/** The server of the library: a running one, or one of our own, kept while it is used. */
class KeptServer {
  #own: Promise<RunningServer> | null = null;
  #reaching: Promise<string> | null = null;
  #users = 0;
  #idle: NodeJS.Timeout | null = null;

  /** The running server, without starting one. */
  find(): Promise<string | null> {
    return findServer();
  }

  async use<Value>(work: (address: string) => Promise<Value>): Promise<Value> {
    this.#users += 1;
    if (this.#idle) clearTimeout(this.#idle);
    try {
      return await work(await this.#address());
    } finally {
      this.#users -= 1;
      if (this.#users === 0 && this.#own) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    const own = this.#own;
    this.#own = null;
    if (own) await own.then((server) => server.stop()).catch(() => {});
  }

  /** Calls that arrive together wait for the same server. */
  #address(): Promise<string> {
    this.#reaching ??= this.#reach().finally(() => {
      this.#reaching = null;
    });
    return this.#reaching;
  }

  async #reach(): Promise<string> {
    const found = await serverOnceFree();
    if (found !== null) return found;
    await this.close(); // our own server has ended
    this.#own ??= startServer(0);
    try {
      return (await this.#own).address;
    } catch (error) {
      this.#own = null;
      throw error;
    }
  }
}

/** The form of a stored session's id; anything else would be another API address. */
const STORED_ID = /^[\w-][\w.-]{0,127}$/;

/**
 * The API for a program on this machine: transcript files and sent bodies are answered in process, other calls by the
 * library's server.
 */
export class LocalApi {
  readonly #files = new FileAnswers();
  readonly #bodies = new BodyAnswers();
  readonly #server = new KeptServer();

  readonly call: CallApi = async <Key extends UsedRoute>(key: Key, call: RouteCall) =>
    (await this.#answer(key, call)) as RouteAnswer<Key>;

  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(key: UsedRoute, call: RouteCall): Promise<unknown> {
    if (key === "GET /api/strategies") return this.#bodies.strategies();
    if (key.startsWith("GET /api/sessions/{id}")) {
      const answer = await this.#files.answer(key, call);
      if (answer !== null) return answer;
    }
    if (key.startsWith("GET /api/refs/")) {
      const answer = this.#bodies.output(call);
      if (answer !== null) return answer;
    }
    if (key.startsWith("POST /api/compress") && !namesSession(call.body) && (await this.#server.find()) === null)
      return this.#bodies.answer(key, call.body);
    return this.#ask(key, call);
  }

  async #ask(key: UsedRoute, call: RouteCall): Promise<unknown> {
    const { id } = call.path ?? {};
    if (id !== undefined && !STORED_ID.test(id))
      throw new Problem(404, "no-such-session", "there is no session with that id, and no file of that name");
    try {
      return await this.#server.use((address) => fetchJson(`${address}${addressOf(key, call)}`, key, call));
    } catch (error) {
      // If the library cannot be opened, the agent gets the server's own message.
      if (error instanceof Refusal) throw new Problem(503, "no-library", error.message.slice(0, 2_000));
      throw error;
    }
  }
}

const namesSession = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "session" in body && body.session !== undefined;

async function fetchJson(url: string, key: UsedRoute, { body, signal }: RouteCall): Promise<unknown> {
  const response = await fetch(url, {
    method: key.slice(0, key.indexOf(" ")),
    signal,
    headers: { ...keyHeaders(new URL(url).origin), ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await readProblem(response);
  return response.json();
}
