import type { SpendGroup } from "../api/schemas/spend";
import type { Part, ToolCallPart } from "../conversation/part";
import { asObject, asString } from "../formats/json-fields";
import { readProviderTool } from "../formats/provider-tool";
import type { Agent, SessionMessage } from "../transcript/session";

/** Instruction files that a client puts into every prompt, recognised by how the text introduces the file. */
type MemoryRow = { readonly pattern: RegExp; readonly asOf: string; readonly source: string };

/** The first group is the file's path. */
const MEMORY_ROWS: readonly MemoryRow[] = [
  {
    pattern: /^Contents of (\S+\.md)\b[^\n]*:/m,
    asOf: "2026-11",
    source: "Claude Code 2.1.x: reminders in request bodies, attachments of the type nested_memory",
  },
  {
    pattern: /^# (AGENTS\.md) instructions for /m,
    asOf: "2026-11",
    source: "Codex rollouts of 2026",
  },
  {
    pattern: /^--- Context from: (.+?) ---$/m,
    asOf: "2026-11",
    source: "github.com/google-gemini/gemini-cli, memory discovery; Qwen Code writes the same",
  },
  {
    pattern: /^Instructions from: (.+\.md)$/m,
    asOf: "2026-11",
    source: "github.com/sst/opencode, session/system.ts",
  },
];

/** The path of the memory file in a client text; null if there is none. */
export function memoryFileIn(text: string): string | null {
  for (const { pattern } of MEMORY_ROWS) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/** The owner of tokens. `name` is empty in a group with a single row; a sub-agent's is its id. */
export type Source = { readonly group: SpendGroup; readonly name: string };

const only = (group: SpendGroup): Source => ({ group, name: "" });

export const MODEL = only("model");
export const NOT_IN_LOG = only("not-in-log");

/**
 * `mcp__server__tool` (Claude Code, Codex, Qwen Code) and `mcp_server_tool` (Gemini CLI 0.61): clients' names, November
 * 2026.
 */
const MCP_NAMES = [/^mcp__(.+?)__./, /^mcp_([^_]+)_./];
/** Tools that load a skill, and the field with its name: Claude Code, OpenCode, Gemini CLI, November 2026. */
const SKILL_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Skill: ["skill", "command"],
  skill: ["name"],
  activate_skill: ["name"],
};
/** How the text of a loaded skill begins in Claude Code. */
const SKILL_TEXT = /^Base directory for this skill: .*?([^/\\\n]+)[/\\]?$/m;

/** The tool, or the MCP server that offers it. */
export function toolSource(name: string): Source {
  for (const pattern of MCP_NAMES) {
    const server = pattern.exec(name)?.[1];
    if (server !== undefined) return { group: "mcp-server", name: server };
  }
  return { group: "tool", name };
}

/** The owner of each part in an agent's thread. */
export type SourceOfPart = (part: Part, message: SessionMessage) => Source;

/** `calls`: every call of the session by id; `agents`: a call that started a sub-agent belongs to it. */
export function sourcesOfParts(calls: ReadonlyMap<string, ToolCallPart>, agents: readonly Agent[]): SourceOfPart {
  const started = new Map(agents.flatMap(({ id, toolCallId }) => (toolCallId === undefined ? [] : [[toolCallId, id]])));
  const ofCall = (id: string, name: string, input: unknown): Source => {
    const agent = started.get(id);
    if (agent !== undefined) return { group: "sub-agent", name: agent };
    const skill = skillOf(name, input);
    if (skill !== null) return { group: "skill", name: skill };
    const server = name === "use_mcp_tool" ? asString(asObject(input)?.server_name) : null;
    return server === null ? toolSource(name) : { group: "mcp-server", name: server };
  };
  const sourceOf: SourceOfPart = (part, message) => {
    switch (part.type) {
      case "tool-call":
        return ofCall(part.toolCallId, part.toolName, part.input);
      case "tool-result": {
        const call = calls.get(part.toolCallId);
        return ofCall(part.toolCallId, call?.toolName ?? part.toolName ?? "", call?.input);
      }
      case "reasoning":
        return MODEL;
      case "opaque": {
        const tool = readProviderTool(part);
        return tool?.name ? toolSource(tool.name) : textSource("", message);
      }
      case "file": {
        const result = resultBefore(part, message);
        return result === undefined ? textSource("", message) : sourceOf(result, message);
      }
      case "text":
        return textSource(part.text, message);
      default:
        return part satisfies never;
    }
  };
  return sourceOf;
}

/** Gemini CLI sends an image returned by a tool after the result, in the same message. */
const resultBefore = (part: Part, { parts }: Pick<SessionMessage, "parts">): Part | undefined =>
  parts.slice(0, parts.indexOf(part)).findLast(({ type }) => type === "tool-result");

function skillOf(name: string, input: unknown): string | null {
  const fields = Object.hasOwn(SKILL_TOOLS, name) ? SKILL_TOOLS[name] : undefined;
  const values = asObject(input);
  return fields?.map((field) => asString(values?.[field])).find((value) => value !== null) ?? null;
}

function textSource(text: string, { role, origin }: Pick<SessionMessage, "role" | "origin">): Source {
  if (origin === "summary") return only("summary");
  if (role === "assistant") return MODEL;
  if (role === "system") return injectedSource(text, "system");
  return origin === "typed" ? only("user") : injectedSource(text, "client");
}

/** A client's own additions: a memory file, a skill's text, or anything else. */
export function injectedSource(text: string, otherwise: "system" | "client"): Source {
  const memory = memoryFileIn(text);
  if (memory !== null) return { group: "memory", name: memory };
  const skill = SKILL_TEXT.exec(text)?.[1];
  return skill === undefined ? only(otherwise) : { group: "skill", name: skill };
}
