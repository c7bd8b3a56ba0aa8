import type { SpendGroup } from "@/lib/api/schemas/spend";
import { type Say, type Sentence, sentence } from "@/lib/wording/say";

/** Groups with a separate filter; the others only appear under All. */
const CHOICES: readonly (readonly [SpendGroup, Sentence])[] = [
  ["tool", sentence("Tools")],
  ["mcp-server", sentence("MCP servers")],
  ["skill", sentence("Skills")],
  ["memory", sentence("Memory files")],
  ["sub-agent", sentence("Sub-agents")],
];

/** The filters that would show a row, each with its number of rows. */
export const groupChoices = (rows: readonly { readonly group: SpendGroup }[], say: Say) =>
  CHOICES.flatMap(([group, label]) => {
    const count = rows.filter((row) => row.group === group).length;
    return count === 0 ? [] : [{ value: group as string, label: `${say(label)} ${count}` }];
  });
