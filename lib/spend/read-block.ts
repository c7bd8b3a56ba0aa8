import { oncePerPart } from "../conversation/once-per-part";
import type { Part } from "../conversation/part";
import { partText } from "../conversation/part";
import { capturedText } from "../requests/captured-prefixes";
import type { PrefixNode, Segment } from "../requests/prefix-tree";
import { callFacts } from "../tools/call-facts";
import type { Session, SessionMessage } from "../transcript/session";
import { injectedSource, NOT_IN_LOG, type Source, type SourceOfPart, toolSource } from "./source";

/** The content at a place in a prompt. */
export type Block = {
  readonly source: Source;
  /** What is the same for all requests that contain this block. */
  readonly id: string;
  readonly label: string;
  readonly part: string | null;
  readonly isDefinition: boolean;
};

const TOOL = "tool:";

/** Returns a function that describes the nodes of the session's prompts. */
export function blockReader(session: Session, sourceOf: SourceOfPart): (node: PrefixNode) => Block {
  const parts = new Map<string, readonly [Part, SessionMessage]>();
  for (const message of session.messages) for (const part of message.parts) parts.set(part.id, [part, message]);
  const labels = labelsOf(session);
  const captured = capturedParts(session);
  const read = oncePerPart((found: readonly [Part, SessionMessage]): Block => {
    const [part] = found;
    return { source: sourceOf(...found), id: part.id, label: labels(part), part: part.id, isDefinition: false };
  });
  // Many nodes contain the same part, so each part is read once.
  const ofPart = (id: string): Block | null => {
    const found = parts.get(id);
    return found ? read(found) : null;
  };
  return ({ segment }) => {
    const { id, kind, hash } = segment as Segment;
    if (kind === "opaque") return { source: NOT_IN_LOG, id, label: "", part: null, isDefinition: false };
    if (kind === "tools") {
      const name = id.startsWith(TOOL) ? id.slice(TOOL.length) : id;
      return { source: toolSource(name), id: `${TOOL}${name}`, label: name, part: null, isDefinition: true };
    }
    const at = capturedText(segment as Segment);
    if (at === null) return ofPart(id) ?? { source: NOT_IN_LOG, id, label: "", part: null, isDefinition: false };
    const entry = session.captured?.texts[at];
    const known = captured.get(at);
    const block = known === undefined ? null : ofPart(known);
    if (block !== null) return block;
    const text = entry !== undefined && "text" in entry ? entry.text : "";
    return {
      source: injectedSource(text, kind === "message" ? "client" : "system"),
      id: hash,
      label: "",
      part: null,
      isDefinition: false,
    };
  };
}

/** The part behind a captured text, by text index. */
function capturedParts({ captured }: Session): Map<number, string> {
  const found = new Map<number, string>();
  captured?.texts.forEach((entry, at) => {
    if ("part" in entry) found.set(at, entry.part);
  });
  for (const { text, parts } of captured?.blocks ?? []) {
    const [first] = parts ?? [];
    if (first !== undefined && !found.has(text)) found.set(text, first);
  }
  return found;
}

const FIRST_WORDS = 80;

/** A part's file or command, or its first words. */
function labelsOf({ messages, tools }: Session): (part: Part) => string {
  const calls = new Map<string, string>();
  for (const { parts } of messages)
    for (const part of parts) {
      if (part.type !== "tool-call") continue;
      const { paths, command, query, url } = callFacts(part, tools);
      calls.set(part.toolCallId, withoutFolder(command) ?? paths[0] ?? query ?? url ?? "");
    }
  return (part) => {
    if (part.type === "tool-call" || part.type === "tool-result") return oneLine(calls.get(part.toolCallId) ?? "");
    return oneLine(part.type === "reasoning" ? part.text : partText(part));
  };
}

/** Agents begin many commands by changing to the same folder, which would make all labels alike. */
const CHANGES_FOLDER = /^\s*cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;|\n)\s*(?=\S)/;

const withoutFolder = (command: string | null): string | null => command?.replace(CHANGES_FOLDER, "") ?? null;

const oneLine = (text: string): string =>
  text
    .slice(0, 4 * FIRST_WORDS)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, FIRST_WORDS);
