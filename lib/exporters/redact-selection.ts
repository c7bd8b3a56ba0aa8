import type { ToolDefinition } from "../conversation/message";
import type { SessionEvent, SessionMessage } from "../transcript/session";
import type { Redactor } from "./redact";
import { mapSame, redactJson, redactPart } from "./redact-part";
import type { Selection, SessionFrame } from "./select-session";

/** The selection with every text of frame and messages redacted; ids and places stay. */
export function redactSelection(selection: Selection, redactor: Redactor): Selection {
  const frame = redactFrame(selection.frame, redactor);
  return {
    ...selection,
    frame,
    *messages() {
      for (const message of selection.messages()) yield redactMessage(message, redactor);
    },
  };
}

function redactMessage(message: SessionMessage, redactor: Redactor): SessionMessage {
  const parts = mapSame(message.parts, (part) => redactPart(part, redactor));
  return parts === message.parts ? message : { ...message, parts };
}

/** Captured prompts are left out: they are evidence only as long as their bytes are those of the log. */
function redactFrame({ captured: _, ...frame }: SessionFrame, redactor: Redactor): SessionFrame {
  const text = (value: string, where: string) => redactor.text(value, where);
  return {
    ...frame,
    title: text(frame.title, "title"),
    project: frame.project === null ? null : text(frame.project, "project"),
    files: frame.files.map((file) => ({
      ...file,
      name: text(file.name, "files"),
      ...(file.path !== undefined && { path: text(file.path, "files") }),
    })),
    agents: frame.agents.map((agent) =>
      agent.title === undefined ? agent : { ...agent, title: text(agent.title, "agents") },
    ),
    tools: frame.tools.map((tool) => redactTool(tool, redactor)),
    events: frame.events.map((event) => redactEvent(event, redactor)),
    issues: frame.issues.map((issue) => ({
      ...issue,
      message: text(issue.message, "issues"),
      excerpt: text(issue.excerpt, "issues"),
    })),
    responses: frame.responses.map(({ prompt: _, ...response }) =>
      response.cacheMissReason === undefined
        ? response
        : { ...response, cacheMissReason: text(response.cacheMissReason, "responses") },
    ),
  };
}

const redactTool = (tool: ToolDefinition, redactor: Redactor): ToolDefinition => ({
  ...tool,
  ...(tool.description !== undefined && { description: redactor.text(tool.description, "tools") }),
  schema: redactJson(tool.schema, redactor, "tools"),
});

function redactEvent(event: SessionEvent, redactor: Redactor): SessionEvent {
  if (event.type === "api-error") return { ...event, message: redactor.text(event.message, "events") };
  if (!("detail" in event) || event.detail === undefined) return event;
  return { ...event, detail: redactor.text(event.detail, "events") };
}
