import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { Problem } from "../api/problem";
import { boundedText } from "./bounds";
import type { CallApi, RouteAnswer, RouteCall, UsedRoute } from "./call-api";
import { withNotice } from "./notice";

/** A tool's environment: the routes, and the client waiting for its answer. */
export type Desk = {
  /** Running work is cancelled when the client disconnects, unless the call has its own signal. */
  readonly call: <Key extends UsedRoute>(key: Key, call?: Partial<RouteCall>) => Promise<RouteAnswer<Key>>;
  readonly signal: AbortSignal;
  /** Reports progress to the client, if it asked for that. */
  readonly tell: (message: string) => Promise<void>;
};

type Definition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** True if the tool stores something in the library: a put-aside original, or a saved run. */
  readonly writes?: boolean;
  /** The end of the sentence for an answer that is too large. */
  readonly askForLess: string;
  readonly run: (input: z.output<Input>, desk: Desk) => Promise<z.input<Output>>;
};

export type Tool = { readonly name: string; readonly register: (server: McpServer, call: CallApi) => void };

/** Defines a tool for a server. Its types are checked here, where input, output and handler meet. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool {
  const { name, title, description, input, output, writes = false, askForLess } = definition;
  const annotations = { readOnlyHint: !writes, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const run = definition.run as (given: unknown, desk: Desk) => Promise<Record<string, unknown>>;
  const register = (server: McpServer, call: CallApi): void => {
    const outputSchema = output.extend({ notice: z.string().describe("How to treat the texts in the answer.") });
    const config = { title, description, inputSchema: input as z.ZodObject, outputSchema, annotations };
    server.registerTool(name, config, (given, context) =>
      answered(() => run(given, deskOf(call, context)), askForLess),
    );
  };
  return { name, register };
}

function deskOf(call: CallApi, { mcpReq }: ServerContext): Desk {
  const { signal, notify } = mcpReq;
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return {
    signal,
    call: (key, options = {}) => call(key, { signal, ...options }),
    tell: async (message) => {
      if (progressToken === undefined || signal.aborted) return;
      progress += 1;
      await notify({ method: "notifications/progress", params: { progressToken, progress, message } });
    },
  };
}

async function answered(work: () => Promise<Record<string, unknown>>, askForLess: string): Promise<CallToolResult> {
  try {
    const structuredContent = withNotice(await work());
    return { structuredContent, content: [{ type: "text", text: boundedText(structuredContent, askForLess) }] };
  } catch (error) {
    return failed(error instanceof Problem ? error : new Problem(500, "internal", "an unexpected error"));
  }
}

/** An expected failure, with the same code, place and limits as in the API. */
function failed({ code, detail, options }: Problem): CallToolResult {
  const { errors = [], extra = {} } = options;
  const structuredContent = { ...extra, code, detail, errors: errors.slice(0, 20) };
  return { isError: true, structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
}
