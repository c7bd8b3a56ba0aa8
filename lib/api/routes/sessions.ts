import * as z from "zod";
import { PAGE_LIMITS } from "../page-limits";
import { comment, commentBody, commentList, commentPatch } from "../schemas/comment";
import { compactionAnswer } from "../schemas/compaction";
import { costAnswer } from "../schemas/cost-answer";
import { deletion } from "../schemas/deletion";
import { findingList } from "../schemas/finding";
import { liveEvents } from "../schemas/live-session";
import { messagePage, partAnswer } from "../schemas/message-row";
import { modelCandidatesAnswer, modelStatementAnswer, modelStatementBody } from "../schemas/model-statement";
import { requestsAnswer } from "../schemas/request-row";
import { sessionAnswer, statementScope } from "../schemas/session";
import { spend } from "../schemas/spend";
import type { FileAnswer, RouteTable } from "./route";

const agent = z.string().optional().describe("One agent of the session.");

const exported: FileAnswer = {
  media: ["application/octet-stream", "application/json", "text/markdown", "text/html", "text/csv"],
  description: "The file, as an attachment. With `redact`, `X-Winnow-Redacted` reports how much was removed.",
};

export const SESSIONS = {
  "GET /api/sessions/{id}": {
    summary: "Counts, usage in disjoint counters, window, cost, cache, files, and the limits of its format.",
    answers: { 200: sessionAnswer },
  },
  "DELETE /api/sessions/{id}": {
    summary:
      "Delete a session for good: rows, search text, comments, saved runs, job results, outputs put aside from it alone, and its stored bytes if nothing else needs them. The id of a session that was merged into another deletes nothing (409, `session-joined`).",
    answers: { 200: deletion },
  },
  "GET /api/sessions/{id}/requests": {
    summary:
      "One row per request: prompt, cache, composition, expected and simulated reads, break with cause and evidence.",
    query: { agent },
    answers: { 200: requestsAnswer },
  },
  "GET /api/sessions/{id}/answer": {
    summary:
      "A session's cost, its causes, and possible changes: the one answer that pages, command and MCP quote ([answer.md](answer.md)).",
    answers: { 200: costAnswer },
  },
  "GET /api/sessions/{id}/events": {
    summary:
      "Follow a session as it grows, from a recording, a followed file or telemetry: `session` immediately and at each change, with the forecast of its compaction, the life of its cache, its last break and its cost so far; `gone` ends it.",
    answers: {},
    events: liveEvents,
  },
  "GET /api/sessions/{id}/spend": {
    summary:
      "A session's tokens and money by spender: tools, MCP servers, skills, sub-agents, memory files, the user and the model, each with what it added and what carrying it cost.",
    answers: { 200: spend },
  },
  "GET /api/sessions/{id}/findings": {
    summary: "The answer's causes and risks as a list, in an older format: use `/answer`.",
    answers: { 200: findingList },
  },
  "GET /api/sessions/{id}/comments": {
    summary: "The reader's comments on the requests of a session.",
    answers: { 200: commentList },
  },
  "POST /api/sessions/{id}/comments": {
    summary: "Comment on a request. The comment is stored and exported with the session.",
    body: commentBody,
    answers: { 201: comment },
  },
  "PATCH /api/sessions/{id}/comments/{commentId}": {
    summary: "Replace the text of a comment.",
    body: commentPatch,
    answers: { 200: comment },
  },
  "DELETE /api/sessions/{id}/comments/{commentId}": {
    summary: "Delete a comment.",
    answers: { 204: null },
  },
  "GET /api/sessions/{id}/messages": {
    summary: "A page of an agent's messages, with tokens, carry cost and fate of each part.",
    query: {
      agent: z.string().default("main").describe("One agent of the session."),
      from: z.int().min(0).default(0).describe("Position of the first message among the agent's."),
      limit: z.int().min(1).max(PAGE_LIMITS.messages).default(200).describe("Messages on the page."),
      max_chars: z
        .int()
        .min(1)
        .max(PAGE_LIMITS.characters)
        .default(2_000)
        .describe("Maximum characters of a part's text."),
    },
    answers: { 200: messagePage },
  },
  "GET /api/sessions/{id}/parts/{partId}": {
    summary: "One complete part, text and structure.",
    answers: { 200: partAnswer },
  },
  "GET /api/sessions/{id}/receipt": {
    summary:
      "The receipt of a compaction: which needed content it dropped, what came back at which price, and a text that restores it ([replay.md](replay.md)).",
    query: {
      agent,
      compaction: z
        .int()
        .min(0)
        .optional()
        .describe("Counted from 0 within the agent. Default: the newest one that can be measured."),
    },
    answers: { 200: compactionAnswer },
  },
  "GET /api/sessions/{id}/compactions/{index}": {
    summary: "The same as …/receipt, for a compaction by number.",
    query: { agent },
    answers: { 200: compactionAnswer },
  },
  "GET /api/sessions/{id}/export": {
    summary: "The imported file, byte for byte; or the session, or a part of it, in another format.",
    query: {
      format: z
        .string()
        .default("raw")
        .describe(
          "`raw`, a wire format, `winnow`, `markdown`, `html`, `csv`, or `redactions` (what would be redacted, and where).",
        ),
      agent,
      number: z
        .int()
        .min(1)
        .optional()
        .describe("Only what this request sent, numbered from 1 within the agent (default: `main`), as on pages."),
      request: z
        .int()
        .min(0)
        .optional()
        .describe("Deprecated: the same by the request's `index`, from 0 over all agents.")
        .meta({ deprecated: true }),
      redact: z.enum(["off", "mask", "drop"]).default("off").describe("Removes known kinds of secrets (best effort)."),
    },
    answers: { 200: exported },
  },
  "GET /api/sessions/{id}/model": {
    summary:
      "Candidate models for a log that names none: window, prices, cache rule, and the session's cost with each ([simulated-cache.md](simulated-cache.md)).",
    query: { ask: z.string().max(300).optional().describe("The name of one more model.") },
    answers: { 200: modelCandidatesAnswer },
  },
  "PUT /api/sessions/{id}/model": {
    summary: "Set the model or window of a log that does not name it; its sessions are re-read.",
    body: modelStatementBody,
    answers: { 200: modelStatementAnswer },
  },
  "DELETE /api/sessions/{id}/model": {
    summary: "Undo what was set for the session, its file or its client.",
    query: { scope: statementScope.describe("The scope to undo.") },
    answers: { 200: modelStatementAnswer },
  },
} as const satisfies RouteTable;
