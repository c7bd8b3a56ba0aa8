import type { Part } from "../conversation/part";
import { partBytes, toolBytes } from "../requests/part-segment";
import type { Session } from "../transcript/session";
import type { TextOf } from "./divergence";

/** The bytes behind a segment of a session; looked up once somebody asks. */
export function sessionTexts(session: Session): TextOf {
  let parts: Map<string, Part> | null = null;
  return ({ id, kind }) => {
    if (kind === "opaque") return null;
    if (kind === "tools") return toolText(session, id);
    parts ??= new Map(session.messages.flatMap((message) => message.parts.map((part) => [part.id, part] as const)));
    const part = parts.get(id);
    return part === undefined ? null : partBytes(part);
  };
}

function toolText(session: Session, id: string): string | null {
  const tool = session.tools.find(({ name }) => `tool:${name}` === id);
  return tool === undefined ? null : toolBytes(tool);
}
