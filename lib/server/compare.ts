import type { CompareAnswer } from "@/lib/api-schemas/compare-answer";
import type { Recipe } from "@/lib/strategies/recipe";
import { outsideGaps, promptSpans } from "@/lib/transcript/prompt-spans";
import type { MessageRow } from "@/lib/view-models/message-rows";
import { runTask } from "./pool";
import { Problem } from "./problem";
import { fileOf, loadIndex, readLines } from "./session-files";
import { cutTexts, findSession, loadRequestRows, loadSessionFrame } from "./sessions";

/** What the Compare page draws: the table of POST /api/compress/compare, and the messages that the request sent. */
export type ComparisonAtRequest = { readonly answer: CompareAnswer; readonly messages: readonly MessageRow[] };

/** Characters per part of the original; the page fetches the rest when it is opened. */
const PART_CHARACTERS = 2_000;

/** `request`: index as in GET …/requests; null = the fullest of the main agent. Every edit and fate is included. */
export async function compareAtRequest(
  id: string,
  request: number | null,
  recipes: readonly Recipe[],
  signal?: AbortSignal,
): Promise<ComparisonAtRequest> {
  const session = { id, ...(request !== null && { request }) };
  const body = { session, strategies: recipes, force: true, include: ["edits", "provenance"] };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const task = { kind: "compare" as const, input: { body: bytes } };
  const { json } = await runTask(task, { lane: "interactive", ...(signal && { signal }) });
  const answer = JSON.parse(json) as CompareAnswer;
  return { answer, messages: await loadContextRows(id, answer.original?.request ?? 0) };
}

/** The rows of the messages that one request sent, in order. */
export async function loadContextRows(id: string, request: number): Promise<MessageRow[]> {
  const place = await findSession(id);
  const [frame, rows, index] = await Promise.all([loadSessionFrame(id), loadRequestRows(id), loadIndex(place)]);
  const row = rows.find((candidate) => candidate.index === request);
  const span = promptSpans({ ...frame, messages: [] })[request];
  if (!row || !span) throw new Problem(404, "no-such-request", "the session has no request with that index");
  const agent = index.agents.indexOf(row.agent);
  const lines = Array.from({ length: span.end - span.start }, (_, offset) => span.start + offset);
  const isIn = outsideGaps(span.gaps);
  const own = lines.filter((line) => isIn(line) && index.agentOf[line] === agent);
  const found = await readLines<MessageRow>(fileOf(place, "message-rows.jsonl"), index.rowOffsets, own);
  return found.filter((message) => !message.hidden).map((message) => cutTexts(message, PART_CHARACTERS));
}
