import { CLIENT_TEXTS, INTERRUPTION, startsWithOne } from "../../conversation/apparent-origin";
import type { Part } from "../../conversation/part";
import type { JsonObject } from "../../formats/json-fields";
import type { Origin } from "../../transcript/session";
import type { Row } from "./row";

/** Who wrote a user row. The prompt of a sub-agent was written by a model in a tool call, not typed. */
export function originOfUserRow(row: Row, parts: readonly Part[], text: string | null): Origin {
  if (row.fields.isCompactSummary === true) return "summary";
  if (parts.some((part) => part.type === "tool-result")) return "tool";
  const isClient = row.fields.isMeta === true || row.isSidechain || (text !== null && isPlumbing(text));
  return isClient ? "client" : "typed";
}

export const isPlumbing = (text: string): boolean => startsWithOne(text, CLIENT_TEXTS.claudeCode);

/** A queued command that no person typed: a background task has ended. */
export const isNotification = ({ commandMode }: JsonObject): boolean => commandMode === "task-notification";

export const isInterruption = (text: string | null): boolean => text?.trimStart().startsWith(INTERRUPTION) === true;

/** `/name arguments` of a slash command row. */
export function slashCommand(text: string): string | null {
  const name = /<command-name>\/?([^<]*)<\/command-name>/.exec(text)?.[1]?.trim();
  const given = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1]?.trim();
  return name ? `/${name}${given ? ` ${given}` : ""}` : null;
}
