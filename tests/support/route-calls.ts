import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { CONVERSATION_FIELDS } from "@/lib/api/whole-body";
import { asObject, type JsonObject } from "@/lib/formats/json-fields";
import { apiRoute } from "./api-route";
import { callTool } from "./mcp-calls";
import { postJson } from "./test-server";

const compress = apiRoute("POST /api/compress");
const compact = apiRoute("POST /compact");
const headroom = apiRoute("POST /v1/compress");

/** A provider's body, its model, and the token limit of its prompt; null: the route's default. */
type Sent = { readonly body: JsonObject; readonly model: string; readonly most: number | null };
type RouteCall = (sent: Sent, client: Client) => Promise<JsonObject>;

/**
 * Every route that accepts a provider's complete body, as called by a client, and what the client then sends to the
 * provider.
 */
export const ROUTE_CALLS = {
  "POST /api/compress": async ({ body, model, most }) => {
    const settings = { model, ...(most !== null && { context_window: most, reserve: 0 }) };
    const { winnow: _, ...smaller } = await answerOf(compress, "/api/compress", { ...body, winnow: settings });
    return smaller;
  },
  "POST /compact": ({ body }) => answerOf(compact, "/compact", body),
  "POST /v1/compress": async ({ body, model, most }) => {
    const sent = { messages: body.messages, model, ...(most !== null && { token_budget: most }) };
    const { messages } = await answerOf(headroom, "/v1/compress", sent);
    return { ...body, messages } as JsonObject;
  },
  "the MCP tool compress": async ({ body, model, most }, client) => {
    const fields = CONVERSATION_FIELDS.filter((name) => name in body).map((name) => [name, body[name]]);
    const sent = { ...Object.fromEntries(fields), model, ...(most !== null && { target: { tokens: most } }) };
    return { ...body, ...(await allPages(client, sent)) } as JsonObject;
  },
} satisfies Readonly<Record<string, RouteCall>>;

async function answerOf(handler: unknown, path: string, body: unknown): Promise<JsonObject> {
  const response = await postJson(handler, path, body);
  expect([response.status, response.headers.get("x-winnow-unchanged")]).toEqual([200, null]);
  return (await response.json()) as JsonObject;
}

/** The conversation of a paged answer: each page has some of the messages, the first one also the other fields. */
async function allPages(client: Client, sent: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const whole: Record<string, unknown> = {};
  let from: unknown = 0;
  while (from !== null) {
    const { failed, value, text } = await callTool(client, "compress", { ...sent, messages_from: from });
    if (failed) throw new Error(text);
    for (const [key, field] of Object.entries(asObject(value.conversation) ?? {}))
      whole[key] = joined(whole[key], field);
    from = value.next_messages_from ?? null;
  }
  return whole;
}

const joined = (before: unknown, field: unknown): unknown =>
  Array.isArray(before) && Array.isArray(field) ? [...before, ...field] : field;
