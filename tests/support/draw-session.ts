import type { Part } from "@/lib/conversation/part";
import { toolOutputText } from "@/lib/conversation/part";
import type { Response, Session, SessionEvent, SessionMessage } from "@/lib/transcript/session";

/** A session as text, one line per agent, message and event, for review at a glance. */
export function drawSession(session: Session): string {
  const { rows } = session;
  const head = [
    `${session.title} | ${session.project} | ${session.clientVersions.join(", ")}`,
    `rows ${rows.read} = ${rows.interpreted} + ${rows.kept} kept + ${rows.bad} bad`,
    ...session.agents
      .slice(1)
      .map((agent) => `agent ${agent.id} of ${agent.parent} by ${agent.toolCallId}: ${agent.title}`),
  ];
  const lines = session.messages.flatMap((message, index) => [
    ...session.events.filter((event) => event.atMessage === index).map(drawEvent),
    drawMessage(message, session),
  ]);
  const after = session.events.filter((event) => event.atMessage >= session.messages.length).map(drawEvent);
  const kept = session.keptRows.map((row) => `kept ${row.source.file}:${row.source.line} ${row.kind}`);
  return [...head, ...lines, ...after, ...kept].join("\n");
}

function drawMessage(message: SessionMessage, session: Session): string {
  const response = session.responses.find((candidate) => candidate.id === message.responseId);
  const hidden = message.isHidden ? " hidden" : "";
  const who = `${message.agent} ${message.role}/${message.origin}${hidden}`;
  return `${who}: ${message.parts.map(drawPart).join(" + ")}${response ? ` ${drawResponse(response)}` : ""}`;
}

const time = (iso: string | undefined) => iso?.slice(17, 19) ?? "?";

function drawResponse({ usage, startedAt, endedAt, model }: Response): string {
  const counts = usage
    ? [
        usage.uncachedInput,
        usage.cacheWrite5m,
        usage.cacheWrite1h,
        usage.cacheWriteUnsplit,
        usage.cacheRead,
        usage.output,
      ]
    : [];
  return `[${model?.split("-")[1]} ${time(startedAt)}–${time(endedAt)} ${counts.map((count) => count ?? "-").join("/")}]`;
}

function drawPart(part: Part): string {
  switch (part.type) {
    case "text":
      return JSON.stringify(part.text.slice(0, 40));
    case "reasoning":
      return "thinking";
    case "tool-call":
      return `call ${part.toolName} ${part.toolCallId}`;
    case "tool-result":
      return `${part.isError ? "error" : "result"} ${part.toolName} ${part.toolCallId} ${JSON.stringify(toolOutputText(part.output).slice(0, 30))}`;
    case "file":
      return `${part.mediaType} ${part.byteLength}B`;
    case "opaque":
      return "opaque";
    default:
      return part satisfies never;
  }
}

function drawEvent(event: SessionEvent): string {
  const { agent, atMessage, source: _source, time: _time, type, ...detail } = event;
  return `-- ${type} ${JSON.stringify(detail)}`;
}
