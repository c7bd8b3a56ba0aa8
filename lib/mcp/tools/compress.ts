import * as z from "zod";
import { compressBody } from "../../api/schemas/compress-body";
import { accountFields } from "../../api/schemas/compression";
import { CONVERSATION_FIELDS } from "../../api/whole-body";
import { itemsWithin, MAX_CHARACTERS } from "../bounds";
import { defineTool } from "../tool";
import { conversation, strategyId } from "./fields";

/** Characters of an answer reserved for field names. */
const FRAME_CHARACTERS = 1_000;
const ASK_FOR_LESS = "set dry_run to see the figures alone, or use POST /api/compress or `winnow compress`";

const { target, force, cached_tokens, protect, state } = compressBody.shape;
const account = z.object(accountFields).pick({
  status: true,
  format: true,
  stats: true,
  cache: true,
  refs: true,
  tools_to_add: true,
  warnings: true,
  strategy: true,
  state: true,
});

export const compress = defineTool({
  name: "compress",
  title: "Compress a conversation",
  description:
    "Makes a conversation smaller, in the shape it was sent, with an account of what was done. Takes a request body in any provider's format, or names a stored session. Put-aside outputs are read back with fetch_reference. Long results come in pages of messages.",
  input: z.strictObject({
    ...conversation,
    strategy: strategyId.default("winnow"),
    target: target.describe('Most tokens of the whole prompt: {"tokens": 60000}, or {"fraction": 0.5} of what it is.'),
    force,
    protect,
    cached_tokens,
    state: state.describe("The `state` of the previous answer about this conversation."),
    dry_run: z.boolean().default(false).describe("Answer without messages, and store nothing."),
    messages_from: z.int().min(0).default(0).describe("First message of the answer, for results of several pages."),
  }),
  output: z.object({
    ...account.shape,
    conversation: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("The smaller conversation under its original keys; null for a dry run."),
    messages_total: z.int().describe("Messages of the whole result."),
    next_messages_from: z
      .int()
      .nullable()
      .describe("Send the same call with this as `messages_from` for the next page; null: all are here."),
  }),
  writes: true,
  askForLess: ASK_FOR_LESS,
  run: async ({ messages_from: from, ...body }, { call }) => {
    const answer = await call("POST /api/compress", { body: { ...body, summarizer: "extractive" } });
    const fields = answer as Readonly<Record<string, unknown>>;
    const { key, list } = messagesOf(fields);
    const told = account.strip().parse(answer);
    // Only the first page has the system prompt and tools.
    const names = CONVERSATION_FIELDS.filter((name) => fields[name] !== undefined && name !== key && from === 0);
    const beside = Object.fromEntries(names.map((name) => [name, fields[name]]));
    const room = MAX_CHARACTERS - FRAME_CHARACTERS - JSON.stringify({ told, beside }).length;
    const page = itemsWithin(list.slice(from), room);
    const next = from + page.length;
    return {
      ...told,
      conversation: body.dry_run ? null : { ...beside, ...(key !== "" && { [key]: page }) },
      messages_total: list.length,
      next_messages_from: !body.dry_run && next < list.length ? next : null,
    };
  },
});

/** The list of messages, under its format's key. A plain text is not a list. */
function messagesOf(answer: Readonly<Record<string, unknown>>): { readonly key: string; readonly list: unknown[] } {
  for (const key of ["messages", "input", "contents"]) {
    const list = answer[key];
    if (Array.isArray(list)) return { key, list };
  }
  return { key: "", list: [] };
}
