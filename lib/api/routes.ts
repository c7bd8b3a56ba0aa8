import * as z from "zod";
import { PAGE_LIMITS } from "./page-limits";
import { adviseBody } from "./schemas/advise";
import { auditFilters, auditPage, auditQuery } from "./schemas/audit";
import { cacheSimulateBody, cacheSimulation } from "./schemas/cache-simulation";
import { clientSettings } from "./schemas/client-setting";
import { comment, commentBody, commentList, commentPatch } from "./schemas/comment";
import { compactionAnswer } from "./schemas/compaction";
import { compareAnswer } from "./schemas/compare";
import { compressAnswer, compressEvents } from "./schemas/compress";
import { compareBody, compressBody } from "./schemas/compress-body";
import { convertAnswer, convertBody } from "./schemas/convert";
import { corpusBody } from "./schemas/corpus";
import { costAnswer } from "./schemas/cost-answer";
import { deletion } from "./schemas/deletion";
import { diagnostics } from "./schemas/diagnostics";
import { discoverAnswer, discoverImportBody, followAnswer, followBody } from "./schemas/discovery";
import { headroomAnswer, headroomBody, inferenceBody } from "./schemas/drop-in";
import { evaluateAnswer, evaluateBody } from "./schemas/evaluate";
import { exampleList } from "./schemas/example";
import { findingList } from "./schemas/finding";
import { importAnswer } from "./schemas/import-report";
import { job, jobAccepted, jobEvents, jobList } from "./schemas/job";
import { judgeSetup } from "./schemas/judge";
import { keyBody, keyList, newKey, signInBody } from "./schemas/keys";
import { knownAnswer, knownBody } from "./schemas/known-contents";
import { backup, health, libraryState, readiness, restoreAnswer, restoreBody } from "./schemas/library";
import {
  binQuery,
  libraryBin,
  libraryChangeAnswer,
  libraryChangeBody,
  libraryFilters,
  libraryList,
  libraryPlaces,
  libraryQuery,
  placesQuery,
} from "./schemas/library-list";
import { liveEvents } from "./schemas/live-session";
import { messagePage, partAnswer } from "./schemas/message-row";
import { modelChange, modelDetails, modelList, modelPatch } from "./schemas/model";
import { modelCandidatesAnswer, modelStatementAnswer, modelStatementBody } from "./schemas/model-statement";
import { otlpAnswer, otlpExport } from "./schemas/otlp";
import { peopleList, person, personPatch, roleBody, signedOutAnswer, whoAmI } from "./schemas/people";
import { projectBody, projectDeletion, projectList, projectPatch, projectRow } from "./schemas/project";
import { promiseAnswer } from "./schemas/promise";
import { recordingList } from "./schemas/recordings";
import { replayAnswer, replayBody } from "./schemas/replay";
import { requestsAnswer } from "./schemas/request-row";
import { RUN_KINDS, runAnswer, runBody, runList } from "./schemas/run";
import { libraryPage, sessionAnswer, statementScope } from "./schemas/session";
import {
  clientModelBody,
  settingsAnswer,
  settingsPatch,
  settingsTestAnswer,
  settingsTestBody,
} from "./schemas/settings";
import { librarySpend, spend } from "./schemas/spend";
import { storedOutput } from "./schemas/stored-output";
import { strategy, strategyList } from "./schemas/strategy";
import { tokensAnswer, tokensBody } from "./schemas/tokens";
import { twoArmsAnswer, twoArmsBody } from "./schemas/two-arms";
import { validateAnswer, validateBody } from "./schemas/validate";

/** An answer other than JSON: its media types and its description. */
export type FileAnswer = { readonly media: readonly string[]; readonly description: string };

export type Route = {
  readonly summary: string;
  readonly group: "compress" | "measure" | "sessions" | "import" | "work" | "facts" | "server";
  /** Query parameters; path parameters are in the key. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType | FileAnswer;
  /** By status; null: no content. Everything else is a problem. */
  readonly answers: Readonly<Record<number, z.ZodType | FileAnswer | null>>;
  /** Server-sent events by name: for `Accept: text/event-stream`, or for a route that sends nothing else. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
};

const flag = (description: string) => z.stringbool().optional().describe(description);
const agent = z.string().optional().describe("One agent of the session.");
const line = (description: string) => z.int().min(1).optional().describe(description);

const dropInStrategy = z.string().max(100).optional().describe("The id of a strategy; default: `winnow`.");

const BINARY = "application/octet-stream";
const upload: FileAnswer = {
  media: [BINARY, "multipart/form-data"],
  description:
    "The bytes of one file, its name in `X-File-Name` (and its hash in `X-Content-Sha256`, checked if present); or a form with several files.",
};
const exported: FileAnswer = {
  media: [BINARY, "application/json", "text/markdown", "text/html", "text/csv"],
  description: "The file, as an attachment. With `redact`, `X-Winnow-Redacted` reports how much was removed.",
};

const mcpAnswer: FileAnswer = {
  media: ["application/json", "text/event-stream"],
  description: "JSON-RPC: the answer, or progress and then the answer as server-sent events.",
};

/**
 * Every route of the API with its input and output. Requests, answers, documentation, the OpenAPI document and the
 * browser's typed calls derive from here; a test calls every route.
 */
export const ROUTES = {
  "POST /api/compress": {
    summary: "Send a conversation, get a smaller one in the same shape, with a report of what was done.",
    group: "compress",
    body: compressBody,
    answers: { 200: compressAnswer },
    events: compressEvents,
  },
  "POST /api/compress/compare": {
    summary: "Compare several strategies on one conversation, a row each.",
    group: "compress",
    body: compareBody,
    answers: { 200: compareAnswer },
  },
  "POST /v1/compress": {
    summary: "The same for clients of headroom, in its shape ([drop-in.md](drop-in.md)).",
    group: "compress",
    query: { strategy: dropInStrategy },
    body: headroomBody,
    answers: { 200: headroomAnswer },
  },
  "POST /compact": {
    summary:
      "The same for clients of context-guru: a provider's body in, a smaller one out; a body that cannot be compressed is returned unchanged ([drop-in.md](drop-in.md)).",
    group: "compress",
    query: {
      strategy: dropInStrategy,
      preset: z.string().max(100).optional().describe("context-guru's `codesmart` or `codesafe`, as the strategy."),
      provider: z.string().max(40).optional().describe("`anthropic`, or `openai` (the default)."),
      cache: z.string().max(10).optional().describe("Accepted without effect: cached content is always spared."),
    },
    body: inferenceBody,
    answers: { 200: inferenceBody },
  },
  "POST /api/validate": {
    summary: "Whether the provider would accept a history; optionally, a repaired one.",
    group: "compress",
    body: validateBody,
    answers: { 200: validateAnswer },
  },
  "POST /api/convert": {
    summary: "A conversation in another format, and everything that could not be converted.",
    group: "compress",
    body: convertBody,
    answers: { 200: convertAnswer },
  },
  "POST /api/tokens": {
    summary:
      "Counts for a text or a conversation with one or more tokenizers; for a conversation also `prompt`, an estimate with the provider's frames around messages and tools, if published.",
    group: "compress",
    body: tokensBody,
    answers: { 200: tokensAnswer },
  },
  "GET /api/refs/{id}": {
    summary: "A put-aside original, whole or in part: selected first by path, then by lines, then by pattern.",
    group: "compress",
    query: {
      ref: z.string().max(1_000).optional().describe("The reference, instead of the one in the path."),
      start: line("The first line, from 1."),
      end: line("The last line, inclusive."),
      grep: z.string().max(1_000).optional().describe("A pattern in RE2 syntax, which takes linear time."),
      json_path: z.string().max(1_000).optional().describe("A JSON path (RFC 9535)."),
    },
    answers: { 200: storedOutput },
  },
  "POST /api/cache/simulate": {
    summary: "Simulate a provider's prompt cache for a list of requests.",
    group: "measure",
    body: cacheSimulateBody,
    answers: { 200: cacheSimulation },
  },
  "POST /api/evaluate": {
    summary:
      "Measure what a compression lost, whoever made it ([replay.md](replay.md)); with `judge`, also the opinion of models ([judge.md](judge.md)).",
    group: "measure",
    query: { job: flag("Answer with a job, because a judge takes long.") },
    body: evaluateBody,
    answers: { 200: evaluateAnswer, 202: jobAccepted },
  },
  "GET /api/evaluate": {
    summary: "The configured judge.",
    group: "measure",
    answers: { 200: judgeSetup },
  },
  "POST /api/replay": {
    summary:
      "A stored session under several policies, request by request ([replay.md](replay.md)); a large one is a job.",
    group: "measure",
    query: { wait: flag("Answer when done, even for large sessions.") },
    body: replayBody,
    answers: { 200: replayAnswer, 202: jobAccepted },
  },
  "POST /api/corpus": {
    summary:
      "Every strategy at evenly spaced requests of many sessions. Always a job; its result names the saved run. Sessions without usable data are in `left_out` with the reason.",
    group: "measure",
    body: corpusBody,
    answers: { 202: jobAccepted },
  },
  "POST /api/advise": {
    summary:
      "At what threshold, and with which strategy, should these sessions be compacted? Always a job; its result names the saved run. Policies are replayed over the log, lost facts are priced, and if the interval covers zero there is no advice.",
    group: "measure",
    body: adviseBody,
    answers: { 202: jobAccepted },
  },
  "POST /api/two-arms": {
    summary:
      "Compare two groups of sessions, with a tool and without: how each part of the bill changed, and whether that exceeds the noise ([two-arms.md](two-arms.md)).",
    group: "measure",
    body: twoArmsBody,
    answers: { 200: twoArmsAnswer },
  },
  "GET /api/runs": {
    summary: "Saved runs, newest first.",
    group: "measure",
    query: {
      session: z.string().optional().describe("Only of this session."),
      kind: z.enum(RUN_KINDS).optional().describe("Only of this kind."),
    },
    answers: { 200: runList },
  },
  "POST /api/runs": {
    summary:
      "Save the figures of an answer, without any text of the transcript. At most 500 runs and 32 MB; the oldest are dropped first, and a deleted session takes its runs with it.",
    group: "measure",
    body: runBody,
    answers: { 201: runAnswer },
  },
  "GET /api/runs/{id}": {
    summary: "A saved run with its figures; `stale` lists what has changed since.",
    group: "measure",
    answers: { 200: runAnswer },
  },
  "GET /api/runs/{id}/promise": {
    summary:
      "Whether an advice's promise came true: sessions of the same clients before and after the setting changed.",
    group: "measure",
    query: {
      since: z.string().optional().describe("A day or a time (ISO 8601); default: when the advice was saved."),
      policy: z.string().optional().describe("The policy whose setting was used; default: the advised one."),
    },
    answers: { 200: promiseAnswer },
  },
  "DELETE /api/runs/{id}": { summary: "Delete a saved run.", group: "measure", answers: { 204: null } },
  "GET /api/sessions": {
    summary: "The library, newest import first.",
    group: "sessions",
    query: {
      limit: z.int().min(1).max(PAGE_LIMITS.sessions).default(50).describe("Sessions on the page."),
      cursor: z.string().optional().describe("`next_cursor` of the previous page."),
    },
    answers: { 200: libraryPage },
  },
  "GET /api/library/sessions": {
    summary: "The library, sorted, filtered and searched, a page at a time.",
    group: "sessions",
    query: libraryQuery,
    answers: { 200: libraryList },
  },
  "GET /api/library/spend": {
    summary: "Who spent the tokens and the money of the sessions that pass the filters: tools, MCP servers, skills.",
    group: "sessions",
    query: libraryFilters,
    answers: { 200: librarySpend },
  },
  "GET /api/library/places": {
    summary: "The matches of a library search, session by session.",
    group: "sessions",
    query: placesQuery,
    answers: { 200: libraryPlaces },
  },
  "POST /api/library/changes": {
    summary: "Rename, tag, bin or restore sessions.",
    group: "sessions",
    body: libraryChangeBody,
    answers: { 200: libraryChangeAnswer },
  },
  "GET /api/library/bin": {
    summary: "The sessions in the bin with their deletion dates, a page at a time.",
    group: "sessions",
    query: binQuery,
    answers: { 200: libraryBin },
  },
  "POST /api/sessions": {
    summary:
      "Import transcripts. Up to 32 MB the answer is the report (201; 200 if the library already had everything); above that a job.",
    group: "import",
    query: {
      wait: flag("Answer when done, even if the files are large."),
      job: flag("Answer with a job at once, even if the files are small; not together with `wait`."),
      unattended: flag(
        "For a program that re-sends its files as they grow: a file that begins with a library file of the same name replaces it, and a session that a person deleted is refused (`was-deleted`). Requires `wait`.",
      ),
    },
    body: upload,
    answers: { 200: importAnswer, 201: importAnswer, 202: jobAccepted },
  },
  "POST /api/imports/known": {
    summary: "Check by hash which files the library has, before sending them ([push.md](push.md)).",
    group: "import",
    body: knownBody,
    answers: { 200: knownAnswer },
  },
  "GET /api/sessions/{id}": {
    summary: "Counts, usage in disjoint counters, window, cost, cache, files, and the limits of its format.",
    group: "sessions",
    answers: { 200: sessionAnswer },
  },
  "DELETE /api/sessions/{id}": {
    summary:
      "Delete a session for good: rows, search text, comments, saved runs, job results, outputs put aside from it alone, and its stored bytes if nothing else needs them. The id of a session that was merged into another deletes nothing (409, `session-joined`).",
    group: "sessions",
    answers: { 200: deletion },
  },
  "GET /api/sessions/{id}/requests": {
    summary:
      "One row per request: prompt, cache, composition, expected and simulated reads, break with cause and evidence.",
    group: "sessions",
    query: { agent },
    answers: { 200: requestsAnswer },
  },
  "GET /api/sessions/{id}/answer": {
    summary:
      "A session's cost, its causes, and possible changes: the one answer that pages, command and MCP quote ([answer.md](answer.md)).",
    group: "sessions",
    answers: { 200: costAnswer },
  },
  "GET /api/sessions/{id}/events": {
    summary:
      "Follow a session as it grows, from a recording, a followed file or telemetry: `session` at once and at each change, with the forecast of its compaction, the life of its cache, its last break and its cost so far; `gone` ends it.",
    group: "sessions",
    answers: {},
    events: liveEvents,
  },
  "GET /api/sessions/{id}/spend": {
    summary:
      "A session's tokens and money by spender: tools, MCP servers, skills, sub-agents, memory files, the user and the model, each with what it added and what carrying it cost.",
    group: "sessions",
    answers: { 200: spend },
  },
  "GET /api/sessions/{id}/findings": {
    summary: "The answer's causes and risks as a list, in an older format: use `/answer`.",
    group: "sessions",
    answers: { 200: findingList },
  },
  "GET /api/sessions/{id}/comments": {
    summary: "The reader's comments on the requests of a session.",
    group: "sessions",
    answers: { 200: commentList },
  },
  "POST /api/sessions/{id}/comments": {
    summary: "Comment on a request. The comment is stored and exported with the session.",
    group: "sessions",
    body: commentBody,
    answers: { 201: comment },
  },
  "PATCH /api/sessions/{id}/comments/{commentId}": {
    summary: "Replace the text of a comment.",
    group: "sessions",
    body: commentPatch,
    answers: { 200: comment },
  },
  "DELETE /api/sessions/{id}/comments/{commentId}": {
    summary: "Delete a comment.",
    group: "sessions",
    answers: { 204: null },
  },
  "GET /api/sessions/{id}/messages": {
    summary: "A page of an agent's messages, with tokens, carry cost and fate of each part.",
    group: "sessions",
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
    group: "sessions",
    answers: { 200: partAnswer },
  },
  "GET /api/sessions/{id}/receipt": {
    summary:
      "The receipt of a compaction: which needed content it dropped, what came back at which price, and a text that restores it ([replay.md](replay.md)).",
    group: "sessions",
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
    group: "sessions",
    query: { agent },
    answers: { 200: compactionAnswer },
  },
  "GET /api/sessions/{id}/export": {
    summary: "The imported file, byte for byte; or the session, or a part of it, in another format.",
    group: "sessions",
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
    group: "sessions",
    query: { ask: z.string().max(300).optional().describe("The name of one more model.") },
    answers: { 200: modelCandidatesAnswer },
  },
  "PUT /api/sessions/{id}/model": {
    summary: "Set the model or window of a log that does not name it; its sessions are re-read.",
    group: "sessions",
    body: modelStatementBody,
    answers: { 200: modelStatementAnswer },
  },
  "DELETE /api/sessions/{id}/model": {
    summary: "Undo what was set for the session, its file or its client.",
    group: "sessions",
    query: { scope: statementScope.describe("The scope to undo.") },
    answers: { 200: modelStatementAnswer },
  },
  "POST /api/otlp/v1/{signal}": {
    summary:
      "Accepts an OpenTelemetry export (`traces`, `logs`, `metrics`), in JSON or protobuf: spans of model calls become sessions, which later spans continue ([ingest.md](ingest.md)).",
    group: "import",
    body: otlpExport,
    answers: { 200: otlpAnswer },
  },
  "POST /api/example": {
    summary: "Import the built-in example session; repeating it is a duplicate.",
    group: "import",
    answers: { 200: importAnswer, 201: importAnswer },
  },
  "GET /api/examples": {
    summary: "The examples of the articles that Winnow follows.",
    group: "import",
    answers: { 200: exampleList },
  },
  "POST /api/examples/{id}": {
    summary: "Import one of them as a session; repeating it is a duplicate.",
    group: "import",
    answers: { 200: importAnswer, 201: importAnswer },
  },
  "GET /api/discover": {
    summary: "Transcripts found on this machine: names, counts and sizes; no file is opened.",
    group: "import",
    answers: { 200: discoverAnswer },
  },
  "POST /api/discover/import": {
    summary: "Import found transcripts, each with its companion files.",
    group: "import",
    body: discoverImportBody,
    answers: { 202: jobAccepted },
  },
  "GET /api/follow": {
    summary: "The followed folders: new and growing files are imported automatically (off by default).",
    group: "import",
    answers: { 200: followAnswer },
  },
  "PUT /api/follow": {
    summary: "Follow a folder, or stop following it.",
    group: "import",
    body: followBody,
    answers: { 200: followAnswer },
  },
  "GET /api/recordings": {
    summary: "The recordings that `winnow record` makes on this machine, while it runs.",
    group: "import",
    answers: { 200: recordingList },
  },
  "DELETE /api/recordings/{id}": {
    summary: "End a recording. What was recorded stays, and the client continues.",
    group: "import",
    answers: { 204: null },
  },
  "GET /api/jobs": {
    summary: "Jobs that wait, run, or failed and can be retried; newest first, at most a hundred.",
    group: "work",
    answers: { 200: jobList },
  },
  "POST /api/jobs/{id}": {
    summary: "Retry a job that failed for a temporary reason, under the same id.",
    group: "work",
    answers: { 202: job },
  },
  "GET /api/jobs/{id}": { summary: "The progress of a job.", group: "work", answers: { 200: job } },
  "DELETE /api/jobs/{id}": {
    summary: "Ask a job to stop; the answer is its current state.",
    group: "work",
    answers: { 200: job },
  },
  "GET /api/jobs/{id}/events": {
    summary: "Follow a job: `progress` at each change, then one `end`.",
    group: "work",
    answers: {},
    events: jobEvents,
  },
  "GET /api/client-settings": {
    summary: "Settings for each client that match a policy, with source and date.",
    group: "facts",
    query: {
      strategy: z.string().describe("The id of a strategy."),
      trigger: z
        .int()
        .describe("It runs at a prompt of this many tokens; 0: at the strategy's own trigger, as for `winnow`."),
      floor: z.int().optional().describe("It cuts down to this many tokens."),
      window: z.int().optional().describe("The context window in tokens, for clients whose setting is a share of it."),
      client: z.string().optional().describe("The client of a session, listed first."),
    },
    answers: { 200: clientSettings },
  },
  "GET /api/strategies": {
    summary: "Every strategy: its behaviour, its model product, and its parameters ([strategies.md](strategies.md)).",
    group: "facts",
    answers: { 200: strategyList },
  },
  "GET /api/strategies/{id}": { summary: "One strategy.", group: "facts", answers: { 200: strategy } },
  "GET /api/models": {
    summary: "Windows, prices and cache rules in use, each with source and date ([models.md](models.md)).",
    group: "facts",
    answers: { 200: modelList },
  },
  "GET /api/models/{id}": {
    summary: "One model by any of its names, which may contain slashes, with your own row.",
    group: "facts",
    answers: { 200: modelDetails },
  },
  "PATCH /api/models/{id}": {
    summary: "Set fields of your own row for a model; sessions of that model are re-read.",
    group: "facts",
    body: modelPatch,
    answers: { 200: modelChange },
  },
  "DELETE /api/models/{id}": {
    summary: "Remove your own row for a model.",
    group: "facts",
    answers: { 200: modelChange },
  },
  "GET /api/library": {
    summary:
      "The state of the database, imported files missing from the library, and database backups ([reliability.md](reliability.md)).",
    group: "server",
    answers: { 200: libraryState },
  },
  "POST /api/library/rebuild": {
    summary: "Restore every missing file to the library; a damaged database is set aside first.",
    group: "server",
    answers: { 202: jobAccepted },
  },
  "POST /api/library/restore": {
    summary: "Replace a damaged database by a backup; 409 if it is intact.",
    group: "server",
    body: restoreBody,
    answers: { 200: restoreAnswer },
  },
  "POST /api/library/backup": {
    summary: "Back up the database; the newest five backups are kept.",
    group: "server",
    answers: { 201: backup },
  },
  "GET /api/settings": {
    summary: "The reader's settings, the configured models, and where data are stored.",
    group: "server",
    answers: { 200: settingsAnswer },
  },
  "PATCH /api/settings": {
    summary: "Change settings; the others stay.",
    group: "server",
    body: settingsPatch,
    answers: { 200: settingsAnswer },
  },
  "PUT /api/settings/clients": {
    summary: "Set the model for a client whose logs do not name it; its sessions are re-read.",
    group: "server",
    body: clientModelBody,
    answers: { 200: settingsAnswer },
  },
  "POST /api/settings/test": {
    summary: "Ask the model for summaries, or the judge, one short question, to check its configuration.",
    group: "server",
    body: settingsTestBody,
    answers: { 200: settingsTestAnswer },
  },
  "GET /api/keys": {
    summary: "The keys of this server ([keys.md](keys.md)).",
    group: "server",
    answers: { 200: keyList },
  },
  "POST /api/keys": {
    summary: "Create a key. Only this answer shows it.",
    group: "server",
    body: keyBody,
    answers: { 201: newKey },
  },
  "DELETE /api/keys/{id}": { summary: "Revoke a key.", group: "server", answers: { 204: null } },
  "GET /api/projects": {
    summary: "The caller's projects ([projects.md](projects.md)).",
    group: "server",
    query: {
      retention_days: z
        .int()
        .min(1)
        .max(36_500)
        .optional()
        .describe("`due` counts the sessions that this retention period, in days, would delete."),
    },
    answers: { 200: projectList },
  },
  "POST /api/projects": {
    summary: "Make a project.",
    group: "server",
    body: projectBody,
    answers: { 201: projectRow },
  },
  "PATCH /api/projects/{id}": {
    summary: "Rename a project, or set its retention period.",
    group: "server",
    body: projectPatch,
    answers: { 200: projectRow },
  },
  "DELETE /api/projects/{id}": {
    summary:
      "Delete a project for good, with its keys and roles. A project with sessions is refused (409, `project-not-empty`) unless they are to be deleted too.",
    group: "server",
    query: {
      sessions: z.enum(["delete"]).optional().describe("`delete`: its sessions are deleted for good with it."),
    },
    answers: { 200: projectDeletion },
  },
  "POST /api/sign-in": {
    summary: "Sign a browser in with a key, by a cookie that pages cannot read.",
    group: "server",
    body: signInBody,
    answers: { 204: null },
  },
  "GET /api/sign-in": {
    summary: "The caller, and the caller's other sign-ins ([people.md](people.md)).",
    group: "server",
    answers: { 200: whoAmI },
  },
  "DELETE /api/sign-in": { summary: "Sign a browser out.", group: "server", answers: { 200: signedOutAnswer } },
  "GET /api/sign-in/start": {
    summary: "Redirect a browser to the OpenID provider, which returns it to the callback.",
    group: "server",
    query: { next: z.string().optional().describe("The path of the page to open afterwards.") },
    answers: { 303: null },
  },
  "GET /api/sign-in/callback": {
    summary: "The provider's redirect; continues to the page, or to the sign-in page with a reason.",
    group: "server",
    query: {
      code: z.string().optional().describe("From the provider."),
      state: z.string().optional().describe("From the provider."),
      iss: z.string().optional().describe("From the provider."),
      error: z.string().optional().describe("From the provider."),
    },
    answers: { 303: null },
  },
  "DELETE /api/sign-ins/{id}": {
    summary: "Sign another browser of the same person out.",
    group: "server",
    answers: { 204: null },
  },
  "GET /api/people": {
    summary: "People who have signed in, and their roles ([people.md](people.md)).",
    group: "server",
    answers: { 200: peopleList },
  },
  "PATCH /api/people/{id}": {
    summary: "Grant or remove server admin rights.",
    group: "server",
    body: personPatch,
    answers: { 200: person },
  },
  "PUT /api/people/{id}/roles/{projectId}": {
    summary: "Give somebody a role in a project.",
    group: "server",
    body: roleBody,
    answers: { 200: person },
  },
  "DELETE /api/people/{id}/roles/{projectId}": {
    summary: "Remove somebody from a project.",
    group: "server",
    answers: { 200: person },
  },
  "DELETE /api/people/{id}/sign-ins": {
    summary: "Sign somebody out of every browser.",
    group: "server",
    answers: { 204: null },
  },
  "GET /api/audit": {
    summary: "The audit log, newest first; project admins see the entries of their projects.",
    group: "server",
    query: auditQuery,
    answers: { 200: auditPage },
  },
  "GET /api/audit/csv": {
    summary: "All matching entries of the audit log, as one table.",
    group: "server",
    query: auditFilters,
    answers: { 200: { media: ["text/csv"], description: "A row for each entry, the newest first." } },
  },
  "POST /api/mcp": {
    summary: "The Model Context Protocol over HTTP, without sessions ([mcp.md](mcp.md)).",
    group: "server",
    body: z.looseObject({ jsonrpc: z.literal("2.0"), method: z.string() }).describe("A message of JSON-RPC 2.0."),
    answers: { 200: mcpAnswer, 202: null },
  },
  "GET /api/health": { summary: "Liveness: the process answers.", group: "server", answers: { 200: health } },
  "GET /api/ready": {
    summary: "Readiness: it can read, write and work.",
    group: "server",
    answers: { 200: readiness, 503: readiness },
  },
  "GET /api/metrics": {
    summary: "Counts and times of calls, jobs, queues and the process, for Prometheus.",
    group: "server",
    answers: { 200: { media: ["text/plain"], description: "The text format of Prometheus." } },
  },
  "GET /api/diagnostics": {
    summary: "Diagnostics without content or secrets: versions, sizes, counts and names of settings.",
    group: "server",
    answers: { 200: diagnostics },
  },
  "GET /api/openapi.json": {
    summary: "This API as an OpenAPI 3.1 document.",
    group: "server",
    answers: {
      200: z.looseObject({ openapi: z.string(), info: z.unknown(), paths: z.unknown(), components: z.unknown() }),
    },
  },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteKey = keyof typeof ROUTES;
