import type { LanguageModelMiddleware, ModelMessage, PrepareStepFunction, Tool, ToolSet } from "ai";
import {
  type CompressorEvent,
  type CompressorOptions,
  ConversationCompressor,
} from "@/lib/library/conversation-compressor";
import { createShelf } from "@/lib/library/vocabulary-shelf";
import { linesOf, PUT_ASIDE_DESCRIPTION, type PutAsideRequest, putAsideRequest } from "./put-aside-tool";
import { NODE_RUNTIME } from "./runtime-node";

export { Problem } from "@/lib/api/problem";
export type { CompressorEvent, CompressorOptions };

/** The parts of a step that do not depend on the program's tools. */
type Step = Pick<
  Parameters<PrepareStepFunction<ToolSet>>[0],
  "stepNumber" | "initialMessages" | "responseMessages" | "instructions" | "experimental_steeringMessages"
>;

const shelf = createShelf(NODE_RUNTIME.readVocabulary);

/** Keeps one conversation small, with the AI SDK. */
export type Winnow = {
  /** For `wrapLanguageModel`. The history in your program stays complete; each call sends a smaller copy. */
  readonly middleware: LanguageModelMiddleware;
  /** For `generateText` and `streamText`, instead of the middleware if the model cannot be wrapped. */
  readonly prepareStep: (step: Step) => Promise<{ messages: ModelMessage[] }>;
  /** Serves put-aside outputs. Give it to the model along with your own tools. */
  readonly tools: { readonly get_tool_output: Tool<PutAsideRequest, string> };
  /** The put-aside outputs by reference. */
  readonly outputs: ReadonlyMap<string, string>;
};

/**
 * Creates a compressor for one conversation. It keeps the edits made so far, so each conversation needs its own; use
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
      // Uses the originals, because `messages` would be what an earlier step returned.
      const originals = [...initialMessages, ...withSteering(responseMessages, steered)];
      return { messages: await compressor.compress<ModelMessage>(originals, instructions ? [instructions] : []) };
    },
    tools: {
      get_tool_output: {
        description: PUT_ASIDE_DESCRIPTION,
        inputSchema: putAsideRequest,
        execute: async (input) => linesOf(outputs, input),
      },
    },
  };
}

/** The user's messages during the loop. They are in neither list, so each step has to put them back in place. */
type Steered = { readonly after: number; readonly messages: readonly ModelMessage[] };

const withSteering = (responses: readonly ModelMessage[], steered: readonly Steered[]): ModelMessage[] =>
  [...responses.keys(), responses.length].flatMap((place) => [
    ...steered.filter(({ after }) => after === place).flatMap(({ messages }) => messages),
    ...responses.slice(place, place + 1),
  ]);
