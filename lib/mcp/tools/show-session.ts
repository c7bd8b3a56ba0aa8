import * as z from "zod";
import { messagePage } from "../../api/schemas/message-row";
import { sessionAnswer } from "../../api/schemas/session";
import { itemsWithin } from "../bounds";
import { briefAnswer, toBriefAnswer } from "../brief-answer";
import { type Desk, defineTool } from "../tool";
import { agent, session } from "./fields";

const MAX_FILES = 50;
const MESSAGE_CHARACTERS = 30_000;

const summary = sessionAnswer.pick({
  id: true,
  title: true,
  format: true,
  client: true,
  client_version: true,
  models: true,
  started_at: true,
  ended_at: true,
  agents: true,
  counts: true,
  usage: true,
  window: true,
  cost: true,
  cache: true,
  counting: true,
  files: true,
});
const row = messagePage.shape.messages.element;
const briefPart = row.shape.parts.element.pick({
  id: true,
  type: true,
  tool: true,
  path: true,
  is_error: true,
  tokens: true,
  text: true,
  truncated: true,
  fate: true,
});
const briefMessage = row
  .pick({ index: true, role: true, origin: true, time: true, request: true })
  .extend({ parts: z.array(briefPart) });

export const showSession = defineTool({
  name: "show_session",
  title: "Show a session",
  description:
    "One recorded session: models, requests, how full the context window was, tokens, cost, cache use, touched files, and possible changes. With messages_from also a page of its messages.",
  input: z.strictObject({
    session,
    agent,
    messages_from: z.int().min(0).optional().describe("Include messages from this position of the agent on."),
    messages_limit: z.int().min(1).max(100).default(20).describe("Maximum messages in the answer."),
    max_chars: z.int().min(1).max(4_000).default(600).describe("Maximum characters of a part's text."),
  }),
  output: z.object({
    session: summary,
    answer: briefAnswer,
    messages: z.array(briefMessage).nullable().describe("null if none were requested."),
    next_messages_from: z.int().nullable().describe("For `messages_from` of the next page; null at the end."),
  }),
  askForLess: "ask for fewer messages, or a smaller max_chars",
  run: async (input, { call }) => {
    const path = { id: input.session };
    const [found, answer] = await Promise.all([
      call("GET /api/sessions/{id}", { path }),
      call("GET /api/sessions/{id}/answer", { path }),
    ]);
    const page = summary.strip().parse(found);
    const { messages, next } = await messagesOf(input, call);
    return {
      session: { ...page, files: firstFiles(page.files) },
      answer: toBriefAnswer(answer),
      messages,
      next_messages_from: next,
    };
  },
});

/** Long lists of files are shortened, because they add little. */
const firstFiles = <Files extends Record<string, string[]>>(files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, list]) => [name, list.slice(0, MAX_FILES)])) as Files;

type Asked = {
  readonly session: string;
  readonly agent?: string | undefined;
  readonly messages_from?: number | undefined;
  readonly messages_limit: number;
  readonly max_chars: number;
};

async function messagesOf(asked: Asked, call: Desk["call"]) {
  if (asked.messages_from === undefined) return { messages: null, next: null };
  const query = {
    agent: asked.agent ?? "main",
    from: asked.messages_from,
    limit: asked.messages_limit,
    max_chars: asked.max_chars,
  };
  const page = await call("GET /api/sessions/{id}/messages", { path: { id: asked.session }, query });
  const all = page.messages.map(({ parts, ...message }) =>
    briefMessage.strip().parse({ ...message, parts: parts.map((part) => briefPart.strip().parse(part)) }),
  );
  const messages = itemsWithin(all, MESSAGE_CHARACTERS);
  const reached = asked.messages_from + messages.length;
  return { messages: [...messages], next: reached < page.total ? reached : null };
}
