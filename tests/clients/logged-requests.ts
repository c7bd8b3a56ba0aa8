import { readFileSync } from "node:fs";
import { asArray, asObject, asString, type JsonObject } from "@/lib/formats/json-fields";
import { digestOfMessage, sortedKeys } from "@/lib/importers/claude-code/digest";
import { requestsIn } from "./recorded";
import type { Ran } from "./run-scenario";

/** Requests that Claude Code logged and that are in the recordings with the same content. */
export type LoggedRequests = {
  readonly equal: number;
  readonly logged: number;
  /** Recorded requests that are missing from the log. */
  readonly unlogged: number;
  readonly differences: readonly string[];
};

const FIELDS = ["system prompt", "tools", "messages", "parameters, beta flags or marks"] as const;
/** A logged or recorded request in a common form, as JSON with sorted keys. */
type Known = Readonly<Record<(typeof FIELDS)[number], string>>;

/**
 * Compares each request in Claude Code's log (`api-request`) with the recordings: system prompt, tools, parameters, beta
 * flags, cache marks, and the messages by their digests. Null if the log has no requests. Neither `stream`, `metadata` nor
 * the billing header in front of the system prompt is logged.
 */
export function compareLogged({ files, recordings }: Pick<Ran, "files" | "recordings">): LoggedRequests | null {
  const logged = files.filter((file) => file.endsWith(".jsonl")).flatMap(loggedIn);
  if (logged.length === 0) return null;
  const left = recordings
    .flatMap(requestsIn)
    .map(({ body, headers }) => ofRecorded(body, asString(headers["anthropic-beta"]) ?? ""));
  const differences = logged.flatMap((request, at) => {
    const same = left.findIndex((one) => differing(request, one).length === 0);
    if (same === -1) return [`logged request ${at + 1}: ${reason(request, left)}`];
    left.splice(same, 1);
    return [];
  });
  return { equal: logged.length - differences.length, logged: logged.length, unlogged: left.length, differences };
}

function reason(request: Known, left: readonly Known[]): string {
  const near = left.find(({ messages }) => messages === request.messages);
  return near
    ? `recorded with other ${differing(request, near).join(" and ")}`
    : "no recorded request has its messages";
}

const differing = (one: Known, other: Known) => FIELDS.filter((field) => one[field] !== other[field]);
const textOf = (value: unknown): string => JSON.stringify(sortedKeys(value ?? null));

function loggedIn(file: string): Known[] {
  const shapes = new Map<unknown, JsonObject | null>();
  const digests = new Map<unknown, readonly unknown[]>();
  return rowsOf(file).flatMap((row) => {
    if (row.type === "api-request-shape") shapes.set(row.shapeHash, asObject(row.shape));
    if (row.type !== "api-request") return [];
    const before = (digests.get(row.base) ?? []).slice(0, Number(row.keep));
    const messages = [...before, ...(asArray(row.tail) ?? [])];
    digests.set(row.id, messages);
    const shape = shapes.get(row.shapeHash);
    const { betas, ...params } = asObject(row.params) ?? {};
    const marks = (asArray(row.cacheControl) ?? []).map((mark) => [asObject(mark)?.path, asObject(mark)?.value]);
    return [known({ system: shape?.system, tools: shape?.tools, messages, params, betas, marks })];
  });
}

const rowsOf = (file: string): JsonObject[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line): JsonObject[] => {
      const row = line === "" ? null : asObject(JSON.parse(line));
      return row === null ? [] : [row];
    });

function ofRecorded(sent: JsonObject, betas: string): Known {
  const system = asArray(sent.system) ?? [];
  const isBilled = asString(asObject(system[0])?.text)?.startsWith("x-anthropic-billing-header:") === true;
  const marks: [path: unknown[], value: unknown][] = [];
  const bare = (value: unknown, place: unknown[]): unknown => {
    if (Array.isArray(value)) return value.map((one, at) => bare(one, [...place, at]));
    const fields = asObject(value);
    if (fields === null) return value;
    const { cache_control: mark, ...rest } = fields;
    if (mark !== undefined) marks.push([place, mark]);
    return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, bare(inner, [...place, name])]));
  };
  const logged = { ...sent, system: isBilled ? system.slice(1) : sent.system };
  const { messages, tools, system: prompt, stream: _, metadata: __, ...params } = bare(logged, []) as JsonObject;
  const digests = (asArray(messages) ?? []).map((message) => digestOfMessage(inBlocks(asObject(message) ?? {})));
  return known({ system: prompt, tools, messages: digests, params, betas: betas.split(","), marks });
}

/** The log writes a single text as a list with one block. */
const inBlocks = (message: JsonObject): JsonObject =>
  typeof message.content === "string" ? { ...message, content: [{ type: "text", text: message.content }] } : message;

type Parts = Readonly<Record<"system" | "tools" | "messages" | "params" | "betas", unknown>> & {
  readonly marks: readonly unknown[];
};

const known = ({ system, tools, messages, params, betas, marks }: Parts): Known => ({
  "system prompt": textOf(system),
  tools: textOf(tools),
  messages: textOf(messages),
  "parameters, beta flags or marks": textOf({ params, betas, marks: marks.map(textOf).sort() }),
});
