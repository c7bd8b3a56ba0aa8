import type { Conversation } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";

/** Presets that act only on the output of known commands. */
const OF_SHELL = new Set(["rtk", "lean-ctx"]);

/** Commits as written by `git log`. */
export const gitLogText = (commits: number): string =>
  Array.from({ length: commits }, (_, index) =>
    [
      `commit ${String(index).padStart(40, "a1b2c3d4e5")}`,
      "Author: Ada Example <ada@example.org>",
      "Date:   Mon Nov 2 10:00:00 2026 +0000",
      "",
      `    Change number ${index}`,
      "",
      "    Why it was made, in a line that the short form leaves out.",
      "",
    ].join("\n"),
  ).join("\n");

/** For a preset that needs known commands: the history with every shell call replaced by a `git log` with some commits. */
export function historyFor(id: string, conversation: Conversation): Conversation {
  if (!OF_SHELL.has(id)) return conversation;
  const calls = new Set<string>();
  const change = (part: Part): Part => {
    if (part.type === "tool-call" && part.toolName === "bash") {
      calls.add(part.toolCallId);
      return { ...part, input: { command: "git log" } };
    }
    if (part.type !== "tool-result" || !calls.has(part.toolCallId)) return part;
    const output = part.output.map((block) => (block.type === "text" ? { ...block, text: gitLogText(3) } : block));
    return { ...part, output };
  };
  return {
    ...conversation,
    messages: conversation.messages.map((message) => ({ ...message, parts: message.parts.map(change) })),
  };
}
