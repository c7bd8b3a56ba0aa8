import * as z from "zod";
import { compareAnswer } from "../schemas/compare";
import { compressAnswer, compressEvents } from "../schemas/compress";
import { compareBody, compressBody } from "../schemas/compress-body";
import { convertAnswer, convertBody } from "../schemas/convert";
import { headroomAnswer, headroomBody, inferenceBody } from "../schemas/drop-in";
import { storedOutput } from "../schemas/stored-output";
import { tokensAnswer, tokensBody } from "../schemas/tokens";
import { validateAnswer, validateBody } from "../schemas/validate";
import type { RouteTable } from "./route";

const line = (description: string) => z.int().min(1).optional().describe(description);

const dropInStrategy = z.string().max(100).optional().describe("The id of a strategy; default: `winnow`.");

export const COMPRESS = {
  "POST /api/compress": {
    summary: "Send a conversation, get a smaller one in the same shape, with a report of what was done.",
    body: compressBody,
    answers: { 200: compressAnswer },
    events: compressEvents,
  },
  "POST /api/compress/compare": {
    summary: "Compare several strategies on one conversation, a row each.",
    body: compareBody,
    answers: { 200: compareAnswer },
  },
  "POST /v1/compress": {
    summary: "The same for clients of headroom, in its shape ([drop-in.md](drop-in.md)).",
    query: { strategy: dropInStrategy },
    body: headroomBody,
    answers: { 200: headroomAnswer },
  },
  "POST /compact": {
    summary:
      "The same for clients of context-guru: a provider's body in, a smaller one out; a body that cannot be compressed is returned unchanged ([drop-in.md](drop-in.md)).",
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
    body: validateBody,
    answers: { 200: validateAnswer },
  },
  "POST /api/convert": {
    summary: "A conversation in another format, and everything that could not be converted.",
    body: convertBody,
    answers: { 200: convertAnswer },
  },
  "POST /api/tokens": {
    summary:
      "Counts for a text or a conversation with one or more tokenizers; for a conversation also `prompt`, an estimate with the provider's frames around messages and tools, if published.",
    body: tokensBody,
    answers: { 200: tokensAnswer },
  },
  "GET /api/refs/{id}": {
    summary: "A put-aside original, whole or in part: selected first by path, then by lines, then by pattern.",
    query: {
      ref: z.string().max(1_000).optional().describe("The reference, instead of the one in the path."),
      start: line("The first line, from 1."),
      end: line("The last line, inclusive."),
      grep: z.string().max(1_000).optional().describe("A pattern in RE2 syntax, which takes linear time."),
      json_path: z.string().max(1_000).optional().describe("A JSON path (RFC 9535)."),
    },
    answers: { 200: storedOutput },
  },
} as const satisfies RouteTable;
