import type { Conversation, ToolDefinition } from "../conversation/message";
import type { Tokenizer } from "../tokenizers/tokenizer";

/** Tokens that a provider adds to a prompt's texts: the frame of each message, the start of the answer, the tools. */
export type PromptOverhead = { readonly messages: number; readonly tools: number; readonly source: string };

/** How a model family frames messages and writes tools into the prompt. */
type OverheadRow = {
  readonly family: RegExp;
  readonly perMessage: number;
  /** True if the role's name also counts. */
  readonly countsRole: boolean;
  /** Once per prompt. */
  readonly base: number;
  readonly tools: ToolFrame | "json";
  readonly asOf: string;
  readonly source: string;
};

/** OpenAI writes a function as lines of `name:type:description`, with these tokens around them. */
type ToolFrame = {
  readonly functionStart: number;
  readonly propertiesStart: number;
  readonly propertyKey: number;
  readonly enumStart: number;
  readonly enumItem: number;
  readonly functionsEnd: number;
};

const COOKBOOK = "OpenAI Cookbook, How to count tokens with tiktoken (published up to gpt-4o)";
const FRAME = { propertiesStart: 3, propertyKey: 3, enumStart: -3, enumItem: 3, functionsEnd: 12 };

/**
 * Dated facts. The first row whose family matches the tokenizer's id applies. For other families, nothing is published.
 */
const OVERHEADS: readonly OverheadRow[] = [
  {
    family: /^o200k$/,
    perMessage: 3,
    countsRole: true,
    base: 3,
    tools: { ...FRAME, functionStart: 7 },
    asOf: "2026-11",
    source: COOKBOOK,
  },
  {
    family: /^cl100k$/,
    perMessage: 3,
    countsRole: true,
    base: 3,
    tools: { ...FRAME, functionStart: 10 },
    asOf: "2026-11",
    source: COOKBOOK,
  },
  {
    family: /^claude/,
    perMessage: 2,
    countsRole: false,
    base: 6,
    tools: "json",
    asOf: "2026-11",
    source: "fitted constants of the npm package ai-tokenizer; tools as their JSON",
  },
];

/**
 * Tokens around a prompt's texts; null if the family publishes nothing. `fixedTools`: tokens of the tool prompt that
 * the provider adds if there is any tool (`toolPromptTokens`).
 */
export function promptOverhead(
  { messages, tools }: Conversation,
  tokenizer: Tokenizer,
  fixedTools: number,
): PromptOverhead | null {
  const row = OVERHEADS.find(({ family }) => family.test(tokenizer.id));
  if (!row) return null;
  const roles = row.countsRole ? roleTokens(messages, tokenizer) : 0;
  return {
    messages: row.base + row.perMessage * messages.length + roles,
    tools: tools.length === 0 ? 0 : fixedTools + toolTokens(tools, row.tools, tokenizer),
    source: row.source,
  };
}

/** Each role counts once, however many messages have it. */
function roleTokens(messages: Conversation["messages"], { count }: Tokenizer): number {
  const tokens = new Map<string, number>();
  return sum(messages, ({ role }) => {
    const known = tokens.get(role) ?? count(role);
    tokens.set(role, known);
    return known;
  });
}

function toolTokens(tools: readonly ToolDefinition[], frame: ToolFrame | "json", tokenizer: Tokenizer): number {
  if (frame === "json") return sum(tools, (tool) => tokenizer.count(JSON.stringify(tool)));
  return frame.functionsEnd + sum(tools, (tool) => functionTokens(tool, frame, tokenizer));
}

function functionTokens({ name, description, schema }: ToolDefinition, frame: ToolFrame, { count }: Tokenizer): number {
  const properties = Object.entries(fieldsOf(fieldsOf(schema).properties));
  const heading = count(`${name}:${withoutFullStop(description)}`);
  const keys = sum(properties, ([key, value]) => propertyTokens(key, fieldsOf(value), frame, count));
  return frame.functionStart + heading + (properties.length > 0 ? frame.propertiesStart : 0) + keys;
}

function propertyTokens(key: string, property: Fields, frame: ToolFrame, count: Tokenizer["count"]): number {
  const line = count(`${key}:${textOf(property.type ?? "")}:${withoutFullStop(property.description)}`);
  const choices = Array.isArray(property.enum) ? property.enum : [];
  const chosen = sum(choices, (choice) => frame.enumItem + count(textOf(choice)));
  return frame.propertyKey + line + (choices.length > 0 ? frame.enumStart + chosen : 0);
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

/**
 * A type or choice in a schema as text; for a list, its members. Nothing else is converted, because `String()` of an
 * object could throw.
 */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

const withoutFullStop = (text: unknown): string => (typeof text === "string" ? text.replace(/\.$/, "") : "");

const sum = <T>(items: readonly T[], tokensOf: (item: T) => number): number =>
  items.reduce((total, item) => total + tokensOf(item), 0);
