import { CLIENT_TEXTS, startsWithOne } from "../../conversation/apparent-origin";
import type { Role } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import type { Origin } from "../../transcript/session";

export function originOfItem(role: Role, parts: readonly Part[]): Origin {
  if (role === "system") return "system";
  const [first] = parts;
  return first?.type === "text" && startsWithOne(first.text, CLIENT_TEXTS.codex) ? "client" : "typed";
}
