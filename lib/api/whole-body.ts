import { filterFields } from "../conversation/exact-json";
import { slipsBetween } from "../conversation/nearest-name";

/**
 * A request body is two bodies in one: the provider's own, whole, with its settings, and our parameters. Ours are known
 * by their names beside the provider's, or stand apart under `winnow`, if no name can be meant for both.
 */

type Fields = { readonly [key: string]: unknown };

export type SplitBody = {
  /** The conversation with our parameters: what the route's schema is to check. */
  readonly ours: unknown;
  /** What is the provider's alone, the model's name with it: passed on and handed back as it came. */
  readonly settings: Fields;
  /** True if our parameters came under `winnow`. */
  readonly isApart: boolean;
};

/** What belongs to the conversation, in every format. */
export const CONVERSATION_FIELDS = [
  "messages",
  "system",
  "tools",
  "input",
  "instructions",
  "previous_response_id",
  "contents",
  "systemInstruction",
  "system_instruction",
] as const;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Tells a parsed body apart; `names` are those that the route takes, its conversation fields among them. */
export function splitBody(body: unknown, names: readonly string[]): SplitBody {
  if (!isFields(body)) return { ours: body, settings: {}, isApart: false };
  const { winnow, ...rest } = body;
  if (winnow === undefined) return splitByName(body, names);
  const shared: readonly string[] = [...CONVERSATION_FIELDS, "model"];
  const settings = omit(rest, CONVERSATION_FIELDS);
  const ours = isFields(winnow) ? { ...pick(rest, shared), ...winnow } : { winnow };
  return { ours, settings, isApart: true };
}

function splitByName(body: Fields, names: readonly string[]): SplitBody {
  const settings = {
    ...omit(body, names),
    ...pick(body, ["model", ...SHARED_NAMES.filter((name) => names.includes(name))]),
  };
  const own = pick(body, names);
  const listed = Array.isArray(body.include) ? body.include : [];
  if (!listed.some(isOpenAiInclude)) return { ours: own, settings: omit(settings, ["include"]), isApart: false };
  return { ours: { ...own, include: listed.filter((item) => !isOpenAiInclude(item)) }, settings, isApart: false };
}

/** Names of ours that OpenAI has too: beside the provider's body they count for both. */
const SHARED_NAMES = ["store", "include"];

/** `reasoning.encrypted_content` and the like; ours have no dot. */
const isOpenAiInclude = (item: unknown) => typeof item === "string" && item.includes(".");

const pick = (fields: Fields, names: readonly string[]): Fields => filterFields(fields, (name) => names.includes(name));

export const omit = (fields: Fields, names: readonly string[]): Fields =>
  filterFields(fields, (name) => !names.includes(name));

/** Letters that may be wrong in a name, by its length: short names of a provider are often near to ours. */
const slipsIn = (name: string) => (name.length < 6 ? 1 : 2);

/**
 * A setting that is no name of ours but almost one: a slip that must not pass in silence. Null if there is none, and
 * where our parameters stand apart, for there every other name is the provider's.
 */
export function misspelt(
  { settings, isApart }: SplitBody,
  names: readonly string[],
): { name: string; meant: string } | null {
  if (isApart) return null;
  const shared: readonly string[] = [...CONVERSATION_FIELDS, "model", ...SHARED_NAMES];
  const own = names.filter((name) => !shared.includes(name));
  for (const name of Object.keys(settings)) {
    const meant = names.includes(name) ? undefined : own.find((other) => isNear(name, other));
    if (meant !== undefined) return { name, meant };
  }
  return null;
}

function isNear(given: string, own: string): boolean {
  const most = slipsIn(own);
  return Math.abs(given.length - own.length) <= most && slipsBetween(given, own) <= most;
}
