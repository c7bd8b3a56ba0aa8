import type { LibrarySpend, LibrarySpendRow, Spend, SpendGroup, SpendRow } from "../../api/schemas/spend";
import type { ContentKind } from "../../ledger/content-kind";
import { costText } from "../../read-models/words/cost-text";
import { figureIn, formatCount, formatMoney, formatShare, formatTokens } from "../../wording/number-format";
import { english, type Say, sentence } from "../../wording/say";

/** A row's label. */
export function rowTitle({ group, name }: Pick<SpendRow, "group" | "name">, say: Say = english): string {
  switch (group) {
    case "system":
      return say("System prompt");
    case "client":
      return say("Added by the client");
    case "sub-agent":
      return name === "" ? say("Sub-agents") : name;
    case "user":
      return say("You");
    case "model":
      return say("The model's text and reasoning");
    case "summary":
      return say("Compaction summaries");
    case "not-in-log":
      return say("Not in the log");
    default:
      return name === "" ? say("unknown") : name;
  }
}

type Noted = Omit<SpendRow, "items"> & Partial<Pick<SpendRow, "items"> & Pick<LibrarySpendRow, "names">>;

/** `tool · Bash, shell · 54 calls, 3 failed`: the kind of the row, and what its figures are based on. */
export function rowNote(row: Noted, say: Say = english): string {
  const { group, name, names = [], calls, failures, definitions, items = [] } = row;
  const counts = say("{calls, plural, one {# call} other {# calls}}", { calls });
  const failed = failures === 0 ? "" : say(", {failures} failed", { failures });
  const called = calls === 0 ? (definitions > 0 ? say("never called") : "") : `${counts}${failed}`;
  const own = names.some((one) => one !== name) ? [names.join(say(", "))] : [];
  if (group === "not-in-log") return say("tools, system prompt, memory files and more");
  if (group === "user" && items.length > 0)
    return say("{count, plural, one {# message} other {# messages}}", { count: count(items) });
  return [kindOfRow(group, say), ...own, called].filter((text) => text !== "").join(" · ");
}

const count = (items: SpendRow["items"]) => items.reduce((sum, { parts }) => sum + parts, 0);

function kindOfRow(group: SpendGroup, say: Say): string {
  if (group === "tool") return say("tool");
  if (group === "mcp-server") return say("MCP server");
  if (group === "skill") return say("skill");
  if (group === "sub-agent") return say("sub-agent");
  if (group === "memory") return say("memory file");
  return "";
}

/** A row has the same colour as the kind of content that it adds to the prompt. */
export const ROW_KIND: Readonly<Record<SpendGroup, ContentKind>> = {
  tool: "tool_result",
  "mcp-server": "tools",
  skill: "tools",
  "sub-agent": "tool_call",
  memory: "system",
  system: "system",
  client: "system",
  user: "user",
  model: "reasoning",
  summary: "summary",
  "not-in-log": "unseen",
};

/** Explains the `avoidable` column. Cache breaks could be avoided too, but belong to no row. */
export const AVOIDABLE = sentence(
  "Outdated file reads, duplicates, failed calls that were retried, and outdated to-do lists: at most this much could have been saved. Losses to cache breaks are not included. Your messages, the model's text and what is not in the log are not checked.",
);

/** The part of a row's cost that was wasted. */
export const avoidableText = ({ avoidable }: Pick<SpendRow, "avoidable">, say: Say = english): string =>
  avoidable === 0 ? "0" : figureIn(say, formatMoney(avoidable, { rounding: "up" }));

/** The part of all rows' cost that was wasted; null if it is unknown for every row. */
export const avoidableSum = (rows: readonly Pick<SpendRow, "avoidable">[]): number | null => {
  const known = rows.flatMap(({ avoidable }) => avoidable ?? []);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
};

const MOSTLY = 0.6;

/** Where the money went, in one sentence. */
export function spendSentence(
  { rows, cost, cost_note }: Pick<Spend, "rows" | "cost" | "cost_note">,
  say: Say = english,
): string {
  const hidden = rows.find(({ group }) => group === "not-in-log")?.share ?? 0;
  const [largest] = rows.filter(({ group }) => group !== "not-in-log");
  if (largest === undefined) return say("This log has no text, only counts.");
  const unseen = formatShare(hidden);
  if (hidden > MOSTLY)
    return cost.kind === "known"
      ? say("Most of the cost ({unseen}) is not in this log: tools, system prompt, memory files.", { unseen })
      : say("Most of the tokens ({unseen}) are not in this log: tools, system prompt, memory files.", { unseen });
  const values = { name: subjectOf(largest, say), share: formatShare(largest.share), unseen };
  if (cost.kind !== "known")
    return hidden > 0
      ? say("{name}: {share} of the tokens, the largest part that this log shows. {unseen} is not in the log.", values)
      : say("{name}: {share} of the tokens, the largest part.", values);
  const money = { ...values, part: formatMoney(largest.cost), all: costText({ cost, cost_note }, say) };
  return hidden > 0
    ? say("{name}: {part} of {all} ({share}), the largest part that this log shows. {unseen} is not in the log.", money)
    : say("{name}: {part} of {all} ({share}), the largest part.", money);
}

/** A tool's name alone could be mistaken for a verb or a cache read, so this writes `The Read tool`. */
const subjectOf = (row: Pick<SpendRow, "group" | "name">, say: Say): string =>
  row.group === "tool" && row.name !== "" ? say("The {name} tool", { name: row.name }) : rowTitle(row, say);

/** How often each of its tokens was sent, on average: `×42`; empty if once or never. */
export const sentAgain = ({ tokens, sent }: Pick<SpendRow, "tokens" | "sent">): string => {
  const times = tokens === 0 ? 0 : Math.round(sent / tokens);
  return times > 1 ? `×${formatTokens(times)}` : "";
};

/** Where the money of several sessions went, in a sentence or two: the largest part, and the costliest MCP server. */
export function librarySpendSentence(spend: LibrarySpend, say: Say = english): string {
  const { rows, sessions, found, cost, without_cost } = spend;
  const [largest] = rows.filter(({ group }) => group !== "not-in-log");
  if (largest === undefined) return say("No session contains any text.");
  const of =
    sessions < found
      ? say("{sessions} of {found} sessions", { sessions, found })
      : formatCount(sessions, "session", say);
  const server = rows.find(({ group }) => group === "mcp-server");
  const amountOf = (row: typeof largest) => (cost === null ? formatTokens(row.sent) : formatMoney(row.cost));
  const values = { of, name: rowTitle(largest, say), amount: amountOf(largest), share: formatShare(largest.share) };
  const first =
    cost === null
      ? say("{of}: {name} is the largest part that the logs show, {amount} tokens ({share}).", values)
      : say("{of}: {name} is the largest cost that the logs show, {amount} ({share} of the known cost).", values);
  const second = server
    ? say("The costliest MCP server is {name}: {amount} ({share}).", {
        name: server.name,
        amount: amountOf(server),
        share: formatShare(server.share),
      })
    : say("No MCP server was used.");
  const third =
    cost !== null && without_cost > 0
      ? say("The amounts leave out {count} whose cost is unknown.", {
          count: formatCount(without_cost, "session", say),
        })
      : "";
  return [first, second, third].filter((text) => text !== "").join(" ");
}
