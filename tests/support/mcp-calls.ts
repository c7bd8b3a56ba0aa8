import { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import * as z from "zod";

export type ToolAnswer = { readonly failed: boolean; readonly value: Record<string, unknown>; readonly text: string };

const toolResult = z.looseObject({
  isError: z.boolean().default(false),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().default("") })),
});

export const TOOL_NAMES = [
  "search_sessions",
  "show_session",
  "explain_breaks",
  "show_spend",
  "show_receipt",
  "compress",
  "fetch_reference",
  "compare",
  "advise",
];

export const newClient = () => new Client({ name: "test", version: "1.0.0" });

/** Calls a tool through the official client, which checks the answer against the tool's output schema. */
export async function callTool(client: Client, name: string, given: Record<string, unknown>): Promise<ToolAnswer> {
  const { isError, structuredContent, content } = toolResult.parse(await client.callTool({ name, arguments: given }));
  const text = content.map((piece) => piece.text).join("");
  expect(text.length).toBeLessThanOrEqual(60_000);
  return { failed: isError, value: structuredContent, text };
}
