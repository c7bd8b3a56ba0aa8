import type { Role } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import type { Origin } from "../../transcript/session";

/** Beginnings of user messages that Codex itself wrote. */
const INJECTED = [
  "<environment_context>",
  "<user_instructions>",
  "<permissions instructions>",
  "<collaboration_mode>",
  "<turn_aborted>",
  "<user_action>",
  "<user_shell_command>",
  "<subagent_notification>",
  "<skill>",
  "<INSTRUCTIONS>",
  "# AGENTS.md",
];

export function originOfItem(role: Role, parts: readonly Part[]): Origin {
  if (role === "system") return "system";
  const [first] = parts;
  return first?.type === "text" && isInjected(first.text) ? "client" : "typed";
}

function isInjected(text: string): boolean {
  const start = text.trimStart();
  return INJECTED.some((prefix) => start.startsWith(prefix));
}
