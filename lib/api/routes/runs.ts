import * as z from "zod";
import { promiseAnswer } from "../schemas/promise";
import { RUN_KINDS, runAnswer, runBody, runList } from "../schemas/run";
import type { RouteTable } from "./route";

export const RUNS = {
  "GET /api/runs": {
    summary: "Saved runs, newest first.",
    query: {
      session: z.string().optional().describe("Only of this session."),
      kind: z.enum(RUN_KINDS).optional().describe("Only of this kind."),
    },
    answers: { 200: runList },
  },
  "POST /api/runs": {
    summary:
      "Save the figures of an answer, without any text of the transcript. At most 500 runs and 32 MB; the oldest are dropped first, and a deleted session takes its runs with it.",
    body: runBody,
    answers: { 201: runAnswer },
  },
  "GET /api/runs/{id}": {
    summary: "A saved run with its figures; `stale` lists what has changed since.",
    answers: { 200: runAnswer },
  },
  "GET /api/runs/{id}/promise": {
    summary:
      "Whether the promise of advice came true: sessions of the same clients before and after the setting changed.",
    query: {
      since: z.string().optional().describe("A day or a time (ISO 8601); default: when the advice was saved."),
      policy: z.string().optional().describe("The policy whose setting was used; default: the advised one."),
    },
    answers: { 200: promiseAnswer },
  },
  "DELETE /api/runs/{id}": { summary: "Delete a saved run.", answers: { 204: null } },
} as const satisfies RouteTable;
