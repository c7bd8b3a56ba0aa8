import type { LanguageModelMiddleware, ModelMessage, PrepareStepFunction, Tool, ToolSet } from "ai";
import * as z from "zod";
import {
  type CompressorEvent,
  type CompressorOptions,
  ConversationCompressor,
} from "@/lib/library/conversation-compressor";
import { createShelf } from "@/lib/library/vocabulary-shelf";
import { NODE_RUNTIME } from "./runtime-node";

export { Problem } from "@/lib/api/problem";
export type { CompressorEvent, CompressorOptions };

const shelf = createShelf(NODE_RUNTIME.readVocabulary);

/** Lines of a put-aside output that are handed out at once where the model names no end. */
const MOST_LINES = 200;

const request = z.object({
  id: z.string().describe("The reference, out_ and 24 hexadecimal digits."),
  start: z.int().min(1).optional().describe("First line, from 1."),
  end: z.int().min(1).optional().describe(`Last line, included; ${MOST_LINES} lines where it is not given.`),
});

/** What keeps one conversation small, to be handed to the AI SDK. */
export type Winnow = {
  /** For `wrapLanguageModel`. The history in your program stays whole; each call sends a smaller copy. */
  readonly middleware: LanguageModelMiddleware;
  /** For `generateText` and `streamText`, instead of the middleware where the model cannot be wrapped. */
  readonly prepareStep: PrepareStepFunction<ToolSet>;
  /** Serves what was put aside. Give it to the model beside your own tools. */
  readonly tools: { readonly get_tool_output: Tool<z.infer<typeof request>, string> };
  /** What was put aside, by its reference. */
  readonly outputs: ReadonlyMap<string, string>;
};

/**
 * Makes what keeps one conversation small. It holds the edits that were made, so each conversation needs its own; use
 * either the middleware or `prepareStep`.
 */
export function createWinnow(options: CompressorOptions = {}): Winnow {
  const compressor = new ConversationCompressor(options, shelf, NODE_RUNTIME.sha256);
  const { outputs } = compressor;
  const steered: Steered[] = [];
  return {
    outputs,
    middleware: {
      specificationVersion: "v4",
      transformParams: async ({ params }) => ({
        ...params,
        prompt: await compressor.compress(params.prompt, params.tools ?? []),
      }),
    },
    prepareStep: async ({
      stepNumber,
      initialMessages,
      responseMessages,
      instructions,
      experimental_steeringMessages,
    }) => {
      if (stepNumber === 0) steered.length = 0;
      if (experimental_steeringMessages)
        steered.push({ after: responseMessages.length, messages: experimental_steeringMessages });
      // What a step before returned as `messages` would come back here; the originals do not change.
      const originals = [...initialMessages, ...withSteering(responseMessages, steered)];
      return { messages: await compressor.compress<ModelMessage>(originals, instructions ? [instructions] : []) };
    },
    tools: {
      get_tool_output: {
        description: "Reads a tool output that was put aside and left a reference (out_…): all of it, or some lines.",
        inputSchema: request,
        execute: async (input) => linesOf(outputs, input),
      },
    },
  };
}

/** What the user said while the loop ran: no list holds it, so each step has to put it back where it was. */
type Steered = { readonly after: number; readonly messages: readonly ModelMessage[] };

const withSteering = (responses: readonly ModelMessage[], steered: readonly Steered[]): ModelMessage[] =>
  [...responses.keys(), responses.length].flatMap((place) => [
    ...steered.filter(({ after }) => after === place).flatMap(({ messages }) => messages),
    ...responses.slice(place, place + 1),
  ]);

function linesOf(
  outputs: ReadonlyMap<string, string>,
  { id, start = 1, end = start + MOST_LINES - 1 }: z.infer<typeof request>,
): string {
  const text = outputs.get(id);
  if (text === undefined) return `There is no output ${id}.`;
  return text
    .split("\n")
    .slice(start - 1, end)
    .join("\n");
}
