import type { Part } from "../conversation/part";
import { capturedText } from "../requests/captured-prefixes";
import { partBytes, toolBytes } from "../requests/part-segment";
import type { Session } from "../transcript/session";
import type { TextOf } from "./divergence";

/** Looks up the text of a session's segment. The index is built at the first call. */
export function sessionTexts(session: Session): TextOf {
  let parts: Map<string, Part> | null = null;
  const partText = (id: string): string | null => {
    parts ??= new Map(session.messages.flatMap((message) => message.parts.map((part) => [part.id, part] as const)));
    const part = parts.get(id);
    return part === undefined ? null : partBytes(part);
  };
  return ({ id, kind, hash }) => {
    if (kind === "opaque") return null;
    const captured = capturedText({ hash });
    const entry = captured === null ? undefined : session.captured?.texts[captured];
    if (entry !== undefined) return "part" in entry ? partText(entry.part) : entry.text;
    return kind === "tools" ? toolText(session, id) : partText(id);
  };
}

function toolText(session: Session, id: string): string | null {
  const tool = session.tools.find(({ name }) => `tool:${name}` === id);
  return tool === undefined ? null : toolBytes(tool);
}
