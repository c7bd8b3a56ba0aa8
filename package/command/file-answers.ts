import fs from "node:fs";
import { Problem } from "@/lib/api/problem";
import { notesOf } from "@/lib/importers/format-notes";
import type { RouteCall, UsedRoute } from "@/lib/mcp/call-api";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { simulateSession } from "@/lib/pipeline/simulate-session";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { withAnswerLetters } from "@/lib/view-models/answer/answer-letters";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { loadAnalysis } from "./sources";

/** The largest transcript that an agent can have read in process; a larger one is imported first. */
const MAX_BYTES = 200 * 1024 * 1024;

type Read = { readonly file: string; readonly stamp: string; readonly analysis: Promise<Analysis> };

/** Answers about transcript files, in the shapes that the library answers with. The last file is kept. */
export class FileAnswers {
  #last: Read | null = null;

  /** null: it is no file. */
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
      case "GET /api/sessions/{id}/messages":
        return messagesOf(analysis, agent ?? "main", query);
      default:
        return { ...toSessionSummary(analysis, simulateSession(analysis)), notes: notesOf(analysis.session.format) };
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
  if (!stats.isFile()) throw new Problem(422, "not-a-file", `${file} is no file; name one transcript`);
  if (stats.size > MAX_BYTES)
    throw new Problem(413, "too-large", `${file} has more than ${MAX_BYTES} bytes; winnow import takes it`);
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
