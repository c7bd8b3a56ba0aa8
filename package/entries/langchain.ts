import { convertToOpenAITool, isLangChainTool } from "@langchain/core/utils/function_calling";
import { type AgentMiddleware, createMiddleware, tool } from "langchain";
import {
  type CompressorEvent,
  type CompressorOptions,
  ConversationCompressor,
} from "@/lib/library/conversation-compressor";
import type { Item } from "@/lib/library/origin";
import { createShelf } from "@/lib/library/vocabulary-shelf";
import { LangChainMessages } from "./langchain-messages";
import {
  linesOf,
  PUT_ASIDE_DESCRIPTION,
  PUT_ASIDE_TOOL,
  type PutAsideRequest,
  putAsideRequest,
} from "./put-aside-tool";
import { NODE_RUNTIME } from "./runtime-node";

export { Problem } from "@/lib/api/problem";
export type { CompressorEvent };

/** The options of `winnow/ai-sdk`, and some for many conversations. */
export type WinnowOptions = Omit<CompressorOptions, "onEvent"> & {
  /** Called after each change with the conversation's `thread_id` ("" if the agent has none). */
  readonly onEvent?: (event: CompressorEvent, thread: string) => void;
  /**
   * Maximum number of conversations whose edits are kept; 100 by default. If a dropped conversation continues, its
   * edits are decided again.
   */
  readonly threads?: number;
};

/** The middleware for `createAgent`. */
export type WinnowMiddleware = AgentMiddleware & {
  /** The put-aside outputs of a conversation by reference. Its key is the `thread_id`, "" if the agent has none. */
  readonly outputs: (thread?: string) => ReadonlyMap<string, string>;
};

const shelf = createShelf(NODE_RUNTIME.readVocabulary);
const NOTHING: ReadonlyMap<string, string> = new Map();
const translation = new LangChainMessages();

/**
 * Creates the middleware for `createAgent`. Each model call gets a smaller copy; the agent's own history, and every
 * checkpoint with it, stays complete. Includes the tool `get_tool_output`, which reads put-aside outputs back. One
 * agent may serve many conversations: each `thread_id` has separate edits.
 */
export function winnowMiddleware(options: WinnowOptions = {}): WinnowMiddleware {
  const { onEvent, threads = 100, ...settings } = options;
  const open = (thread: string) =>
    new ConversationCompressor(
      { ...settings, ...(onEvent && { onEvent: (event) => onEvent(event, thread) }) },
      shelf,
      NODE_RUNTIME.sha256,
    );
  const compressors = new Map<string, ConversationCompressor>([["", open("")]]); // reports invalid options immediately
  const compressorOf = (thread: string): ConversationCompressor => {
    const compressor = compressors.get(thread) ?? open(thread);
    compressors.delete(thread);
    compressors.set(thread, compressor);
    if (compressors.size > threads) compressors.delete([...compressors.keys()][0] ?? "");
    return compressor;
  };
  const outputs = (thread = "") => compressors.get(thread)?.outputs ?? NOTHING;
  const middleware = createMiddleware({
    name: "winnow",
    wrapModelCall: async (request, handler) => {
      const around = [...systemText(request.systemMessage.text), ...request.tools.map(definitionOf)];
      const items = request.messages.map((message) => translation.read(message));
      const sent = await compressorOf(threadOf(request.runtime)).compress<Item>(items, around);
      return handler({ ...request, messages: sent.map((item) => translation.write(item)) });
    },
    tools: [
      tool((asked: PutAsideRequest, config) => linesOf(outputs(threadOf(config)), asked), {
        name: PUT_ASIDE_TOOL,
        description: PUT_ASIDE_DESCRIPTION,
        schema: putAsideRequest,
      }),
    ],
  });
  return Object.assign(middleware, { outputs });
}

const threadOf = ({ configurable }: { readonly configurable?: { readonly thread_id?: unknown } }): string =>
  String(configurable?.thread_id ?? "");

const systemText = (text: string): readonly string[] => (text === "" ? [] : [text]);

const definitions = new WeakMap<object, unknown>();

/** A tool as providers receive it, for its tokens. */
function definitionOf(given: object): unknown {
  const known = definitions.get(given);
  if (known !== undefined) return known;
  const definition = isLangChainTool(given) ? convertToOpenAITool(given) : given;
  definitions.set(given, definition);
  return definition;
}
