import { CLIENT_TEXTS, INTERRUPTION, startsWithOne } from "../../conversation/apparent-origin";
import type { Part } from "../../conversation/part";
import type { JsonObject } from "../../formats/json-fields";
import type { Origin } from "../../transcript/session";
import type { Row } from "./row";

/** Who wrote a user row. A sub-agent's prompt was not typed, because a model wrote it in a tool call. */
export function originOfUserRow(row: Row, parts: readonly Part[], text: string | null): Origin {
  if (row.fields.isCompactSummary === true) return "summary";
  if (parts.some((part) => part.type === "tool-result")) return "tool";
  const isClient = row.fields.isMeta === true || row.isSidechain || (text !== null && isPlumbing(text));
  return isClient ? "client" : "typed";
}

export const isPlumbing = (text: string): boolean => startsWithOne(text, CLIENT_TEXTS.claudeCode);

/** True for a queued command that no person typed, which reports the end of a background task. */
export const isNotification = ({ commandMode }: JsonObject): boolean => commandMode === "task-notification";

export const isInterruption = (text: string | null): boolean => text?.trimStart().startsWith(INTERRUPTION) === true;

/** `/name arguments`, from the row of a slash command. */
export function slashCommand(text: string): string | null {
  const name = /<command-name>\/?([^<]*)<\/command-name>/.exec(text)?.[1]?.trim();
  const given = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1]?.trim();
  return name ? `/${name}${given ? ` ${given}` : ""}` : null;
}
