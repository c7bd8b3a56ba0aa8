import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { type Part, partText, toolOutputText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { noteKind } from "@/lib/strategies/grammar/note-head";
import { agentHistories, ONE_PROMPT, SOME_PROMPTS } from "@/tests/support/agent-histories";
import { describeWhere } from "@/tests/support/describe-where";
import { loadPeer } from "@/tests/support/peers";
import { testEnvironment } from "@/tests/support/strategy-environment";

/**
 * Compares the Cline SDK's own basic compaction (core 0.0.86) with `cline-basic`, using the product's token estimate on
 * both sides. Our notice is a separate message; the product appends its own to the previous prompt and words the file
 * list differently. The test therefore compares which messages are kept and which answers the notices repeat. It leaves
 * out the prompts, because the product joins two prompts if everything between them was removed. The product's notices
 * may push its result over the target. Ours may do the same in this test, because their tokens count as zero.
 */
type Block = { readonly type: string; readonly text?: string; readonly id?: string; readonly tool_use_id?: string };
type ClineMessage = { readonly id: string; readonly role: string; readonly content: readonly Block[] };
type Compact = (context: object) => Promise<{ readonly messages: readonly ClineMessage[] } | undefined>;

const { module, problem } = await loadPeer<{
  createContextCompactionPrepareTurn: (config: object) => Compact;
}>({
  spec: "@cline/core@0.0.86",
  sha512: "+9xaL9ojfPXB4ywjpogR5TTG7CrjCBPw5xG68IaCy9y4teo9fvON3z9KvAdvd/FIaG6VyxPt6VCIevbZtG+WTQ==",
  source: 'export { createContextCompactionPrepareTurn } from "./dist/index.js";',
  given: {
    "@cline/shared": `
      estimateTokens: (characters) => Math.ceil(characters / 3),
      estimateRequestInputTokens: ({ messages }) =>
        messages.reduce((sum, message) => sum + Math.ceil(JSON.stringify(message).length / 3), 0),
      formatDisplayUserInput: (text) => text,
    `,
  },
});

const toCline = ({ id, role, parts }: Message): ClineMessage => ({
  id,
  role: role === "assistant" ? "assistant" : "user",
  content: parts.map((part) => {
    if (part.type === "tool-call")
      return { type: "tool_use", id: part.toolCallId, name: part.toolName, input: part.input };
    return part.type === "tool-result"
      ? { type: "tool_result", tool_use_id: part.toolCallId, content: toolOutputText(part.output) }
      : { type: "text", text: partText(part) };
  }),
});

const WINDOW = 4_000;
const logger = { debug() {}, log() {} };
const sizeOf = (message: ClineMessage) => Math.ceil(JSON.stringify(message).length / 3);
const NOTICE = /<SYSTEM_NOTICE>[\s\S]*?<\/SYSTEM_NOTICE>/g;

describeWhere(module !== null, problem ?? "", "cline-basic", () => {
  async function theirs({ messages }: Conversation) {
    const compact = module?.createContextCompactionPrepareTurn({
      compaction: { enabled: true, strategy: "basic" },
      logger,
      providerConfig: {},
    });
    const stored = messages.map(toCline);
    const result = await compact?.({
      messages: stored,
      apiMessages: stored,
      systemPrompt: "",
      tools: [],
      model: { info: { contextWindow: WINDOW } },
      iteration: 1,
    });
    return result?.messages;
  }

  test.each([
    ["one typed prompt", ONE_PROMPT],
    ["several prompts", SOME_PROMPTS],
  ])("keeps what the product keeps: %s, 50 histories", async (_, shape) => {
    let [compacted, said] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        agentHistories({ ...shape, tools: ["read_files", "run_commands"], size: [200, 1_500] }),
        async (history) => {
          const kept = await theirs(history);
          const sizes = new Map(history.messages.map((message) => [message.parts[0]?.id, sizeOf(toCline(message))]));
          const environment = testEnvironment({
            tokensOfPart: (part: Part) => sizes.get(part.id) ?? 0,
            budget: { window: WINDOW, reserve: 0 },
          });
          const ours = compressConversation(history, "cline-basic", environment);
          const isOwn = (message: Message) => noteKind(message) === null;
          const prompts = history.messages.flatMap(({ id, role }) => (role === "user" ? [id] : []));
          const others = (kept: readonly { id: string }[]) =>
            kept.flatMap(({ id }) => (prompts.includes(id) ? [] : [id]));
          const messages = ours.conversation.messages;
          expect(others(messages.filter(isOwn))).toEqual(others(kept ?? history.messages));
          if (!kept) return;
          compacted += 1;
          const notices = kept
            .flatMap(({ content }) => content.flatMap(({ text }) => text?.match(NOTICE) ?? []))
            .join("\n");
          const repeated = (text: string) =>
            history.messages.flatMap(({ parts }) =>
              parts.flatMap((part) => (part.type === "text" && text.includes(part.text.trim()) ? [part.id] : [])),
            );
          const notes = messages
            .filter((message) => !isOwn(message))
            .map(({ parts }) => parts.map(partText).join(""))
            .join("\n");
          expect(repeated(notes)).toEqual(repeated(notices));
          said += repeated(notes).length;
        },
      ),
      { numRuns: 50, seed: 7, endOnFailure: true },
    );
    expect([compacted > 20, said > 0 || shape === ONE_PROMPT]).toEqual([true, true]);
  });
});
