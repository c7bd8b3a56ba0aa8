import { AGENTS } from "./data/agents";
import { COMMAND_LINE } from "./data/command-line";
import { EDITORS } from "./data/editors";
import { MORE_COMMAND_LINE } from "./data/more-command-line";
import { PREFIXES } from "./data/prefixes";
import { plainName } from "./input-places";
import type { ClientTools, Places, ToolRow } from "./tool-row";

/** The one table of client tools. */
export const CLIENT_TOOLS: readonly ClientTools[] = [...COMMAND_LINE, ...MORE_COMMAND_LINE, ...EDITORS, ...AGENTS];

/**
 * A tool's row by name, ignoring case, punctuation and clients' prefixes. A call does not show its client, so all
 * clients' rows with this name are merged by concatenating their places. Null for a name that no client has, such as
 * MCP tools.
 */
export const findTool = (toolName: string): ToolRow | null => ROWS.get(plainName(withoutPrefix(toolName))) ?? null;

/** Names of the tools that clients call as XML in an answer's text. */
export const xmlToolNames = (): ReadonlySet<string> =>
  new Set(CLIENT_TOOLS.flatMap(({ callsInXml, tools }) => (callsInXml ? Object.keys(tools) : [])));

function withoutPrefix(toolName: string): string {
  const found = PREFIXES.find(({ prefix }) => toolName.startsWith(prefix));
  return found ? toolName.slice(found.prefix.length) : toolName;
}

function uniteRows(): Map<string, ToolRow> {
  const rows = new Map<string, ToolRow>();
  for (const { tools } of CLIENT_TOOLS)
    for (const [name, row] of Object.entries(tools)) {
      const known = rows.get(plainName(name));
      rows.set(plainName(name), known ? unite(known, row) : row);
    }
  return rows;
}

const PLACES = ["path", "folder", "command", "query", "url", "content", "before", "list"] as const;

/** Merges the places of both; a test ensures that rows with the same name have the same operation. */
function unite(one: ToolRow, other: ToolRow): ToolRow {
  const places = PLACES.map((key) => [key, [...placesOf(one[key]), ...placesOf(other[key])]] as const);
  const united = places.filter(([, list]) => list.length > 0).map(([key, list]) => [key, [...new Set(list)]]);
  return { ...other, ...one, ...Object.fromEntries(united) };
}

const placesOf = (places: Places | undefined): readonly string[] => (places === undefined ? [] : [places].flat());

const ROWS: ReadonlyMap<string, ToolRow> = uniteRows();
