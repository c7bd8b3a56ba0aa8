import { jsonText } from "../../conversation/exact-json";
import type { JsonValue } from "../../conversation/part";
import { count, type Preview, type PreviewRule } from "./preview";

export type JsonObject = { readonly [key: string]: JsonValue };

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list of containers, as JSON or `docker ps` table: id, name and status of the first ones, and the count. */
export const containerList: PreviewRule = (output, limits) => {
  const containers = Array.isArray(output.json) ? jsonContainers(output.json) : tableContainers(output.lines);
  if (!containers) return null;
  return {
    lines: containers.slice(0, limits.entries),
    counter: count(containers.length, "container"),
    isTruncated: true,
  };
};

function jsonContainers(entries: readonly JsonValue[]): string[] | null {
  const rows = entries.map((entry) => (isObject(entry) ? containerRow(entry) : null));
  return rows.length > 0 && rows.every((row) => row !== null) ? (rows as string[]) : null;
}

function containerRow(entry: JsonObject): string | null {
  const id = firstText(entry, ["container_id", "Id", "ID", "id"]);
  const name = firstText(entry, ["name", "Name", "Names", "names"]);
  const status = firstText(entry, ["status", "Status", "State", "state"]);
  return id !== null && name !== null && status !== null ? `${id} ${name} ${status}` : null;
}

function firstText(entry: JsonObject, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = entry[key];
    if (typeof value === "string") return value;
    if (Array.isArray(value) && typeof value[0] === "string") return value[0];
  }
  return null;
}

function tableContainers([head = "", ...rows]: readonly string[]): string[] | null {
  const columns = ["CONTAINER ID", "NAMES", "STATUS"].map((title) => head.indexOf(title));
  if (columns.some((start) => start < 0)) return null;
  return rows.map((row) => columns.map((start) => cellAt(row, head, start)).join(" "));
}

function cellAt(row: string, head: string, start: number): string {
  const next = head.slice(start).match(/^\S+(?: \S+)*\s{2,}(?=\S)/);
  return row.slice(start, next ? start + next[0].length : undefined).trim();
}

/** `docker inspect`: Name, State, Status, Ports, Image and the number of fields. */
export const containerInspect: PreviewRule = ({ json, toolName }) => {
  const value = Array.isArray(json) && json.length === 1 ? json[0] : json;
  if (!isObject(value) || !("State" in value || /inspect/i.test(toolName)) || !("Image" in value || "Config" in value))
    return null;
  return inspectPreview(value);
};

function inspectPreview(value: JsonObject): Preview {
  const state = value.State;
  const network = isObject(value.NetworkSettings) ? value.NetworkSettings : value;
  const config = isObject(value.Config) ? value.Config : value;
  const fields: [string, JsonValue | undefined][] = [
    ["Name", value.Name],
    ["State", isObject(state) ? runningState(state) : state],
    ["Status", isObject(state) ? state.Status : value.Status],
    ["Ports", value.Ports ?? network.Ports],
    ["Image", config.Image ?? value.Image],
  ];
  const lines = fields.flatMap(([name, field]) => (field === undefined ? [] : [`${name}: ${plain(field)}`]));
  return { lines, counter: count(Object.keys(value).length, "field"), isTruncated: true };
}

function runningState(state: JsonObject): JsonValue {
  const { Running, ExitCode, Error: error } = state;
  return Object.fromEntries(
    Object.entries({ Running, ExitCode, Error: error }).filter(([, value]) => value !== undefined && value !== ""),
  ) as JsonValue;
}

export const plain = (value: JsonValue): string => (typeof value === "string" ? value : jsonText(value));
