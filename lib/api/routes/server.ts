import * as z from "zod";
import { diagnostics } from "../schemas/diagnostics";
import { jobAccepted } from "../schemas/job";
import { backup, health, libraryState, readiness, restoreAnswer, restoreBody } from "../schemas/library";
import type { FileAnswer, RouteTable } from "./route";

const mcpAnswer: FileAnswer = {
  media: ["application/json", "text/event-stream"],
  description: "JSON-RPC: the answer, or progress and then the answer as server-sent events.",
};

export const SERVER = {
  "GET /api/library": {
    summary:
      "The state of the database, imported files missing from the library, and database backups ([reliability.md](reliability.md)).",
    answers: { 200: libraryState },
  },
  "POST /api/library/rebuild": {
    summary: "Restore every missing file to the library; a damaged database is set aside first.",
    answers: { 202: jobAccepted },
  },
  "POST /api/library/restore": {
    summary: "Replace a damaged database with a backup; 409 if it is intact.",
    body: restoreBody,
    answers: { 200: restoreAnswer },
  },
  "POST /api/library/backup": {
    summary: "Back up the database; the newest five backups are kept.",
    answers: { 201: backup },
  },
  "POST /api/mcp": {
    summary: "The Model Context Protocol over HTTP, without sessions ([mcp.md](mcp.md)).",
    body: z.looseObject({ jsonrpc: z.literal("2.0"), method: z.string() }).describe("A message of JSON-RPC 2.0."),
    answers: { 200: mcpAnswer, 202: null },
  },
  "GET /api/health": { summary: "Liveness: the process responds.", answers: { 200: health } },
  "GET /api/ready": {
    summary: "Readiness: it can read, write and work.",
    answers: { 200: readiness, 503: readiness },
  },
  "GET /api/metrics": {
    summary: "Counts and times of calls, jobs, queues and the process, for Prometheus.",
    answers: { 200: { media: ["text/plain"], description: "The text format of Prometheus." } },
  },
  "GET /api/diagnostics": {
    summary: "Diagnostics without content or secrets: versions, sizes, counts and names of settings.",
    answers: { 200: diagnostics },
  },
  "GET /api/openapi.json": {
    summary: "This API as an OpenAPI 3.1 document.",
    answers: {
      200: z.looseObject({ openapi: z.string(), info: z.unknown(), paths: z.unknown(), components: z.unknown() }),
    },
  },
} as const satisfies RouteTable;
