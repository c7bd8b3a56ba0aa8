import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { type Part, toolOutputText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { agentHistories, ONE_PROMPT, SOME_PROMPTS } from "@/tests/support/agent-histories";
import { describeWhere } from "@/tests/support/describe-where";
import { loadPeer } from "@/tests/support/peers";
import { testEnvironment } from "@/tests/support/strategy-environment";

/**
 * Compares Gemini CLI's own masking of tool outputs (0.61.0) with `gemini-mask`, with the product's token estimate on
 * both sides. The replacement texts differ, so the outputs below avoid lengths at which only one of them would be
 * shorter.
 */
type FunctionResponse = { readonly id: string; readonly name: string; readonly response: { readonly output: string } };
type Content = { readonly role: string; readonly parts: readonly { readonly functionResponse?: FunctionResponse }[] };
type Masking = { mask: (history: readonly Content[], config: object) => Promise<{ newHistory: readonly Content[] }> };

const { module, problem } = await loadPeer<{ ToolOutputMaskingService: new () => Masking }>({
  spec: "@google/gemini-cli-core@0.61.0",
  sha512: "3H09+26TzD+HIuUV0KHeAp4Ag0iK3SiRB8H+NehOpsupbfZcEeprSN/85uzjTMQxcWJkzrNe/AY/y0ovFkSZ0A==",
  source: 'export { ToolOutputMaskingService } from "./dist/src/context/toolOutputMaskingService.js";',
  absent: /telemetry|debugLogger/,
});

const toContent = ({ role, parts }: Message): Content => ({
  role: role === "assistant" ? "model" : "user",
  parts: parts.map((part) => {
    if (part.type === "tool-call")
      return { functionCall: { id: part.toolCallId, name: part.toolName, args: part.input } };
    return part.type === "tool-result"
      ? { functionResponse: responseOf(part) }
      : { text: "text" in part ? part.text : "" };
  }),
});
const responseOf = (part: Part & { type: "tool-result" }): FunctionResponse => ({
  id: part.toolCallId,
  name: part.toolName ?? "",
  response: { output: toolOutputText(part.output) },
});

/** The product's estimate: a quarter of the characters of the answer as JSON and of its name. */
const tokensOfPart = (part: Part): number | undefined =>
  part.type === "tool-result"
    ? (JSON.stringify(responseOf(part).response).length + (part.toolName ?? "").length) / 4
    : undefined;

describeWhere(module !== null, problem ?? "", "gemini-mask", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "winnow-gemini-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function theirs({ messages }: Conversation, protectLatestTurn: boolean): Promise<string[]> {
    const config = {
      getToolOutputMaskingConfig: async () => ({
        protectLatestTurn,
        protectionThresholdTokens: 50_000,
        minPrunableThresholdTokens: 30_000,
      }),
      storage: { getProjectTempDir: () => folder },
      getSessionId: () => "session",
    };
    const service = module && new module.ToolOutputMaskingService();
    const masked = await service?.mask(messages.map(toContent), config);
    return (masked?.newHistory ?? []).flatMap(({ parts }) =>
      parts.flatMap(({ functionResponse: found }) =>
        found?.response.output.includes("<tool_output_masked") ? [found.id] : [],
      ),
    );
  }

  function ours(history: Conversation, turns: number): string[] {
    const environment = testEnvironment({ tokensOfPart, budget: { window: 1_000_000, reserve: 0 } });
    const { conversation } = compressConversation(history, { id: "gemini-mask", params: { turns } }, environment);
    return conversation.messages.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.type === "tool-result" && toolOutputText(part.output).startsWith("<tool_output_masked")
          ? [part.toolCallId]
          : [],
      ),
    );
  }

  test.each([
    ["one typed prompt", ONE_PROMPT, true],
    ["several prompts", SOME_PROMPTS, true],
    ["one typed prompt, the last message not left alone", ONE_PROMPT, false],
    ["several prompts, the last message not left alone", SOME_PROMPTS, false],
  ])("masks what the product masks: %s, 50 histories", async (_, shape, isLastSafe) => {
    const tools = ["read_file", "run_shell_command", "grep_search", "activate_skill"];
    let masked = 0;
    await fc.assert(
      fc.asyncProperty(agentHistories({ ...shape, tools, size: [5_000, 40_000] }), async (history) => {
        const wanted = await theirs(history, isLastSafe);
        expect(ours(history, isLastSafe ? 1 : 0)).toEqual(wanted);
        masked += wanted.length;
      }),
      { numRuns: 50, seed: 7, endOnFailure: true },
    );
    expect(masked).toBeGreaterThan(150);
  });
});
