import { filterFields } from "../conversation/exact-json";
import { slipsBetween } from "../conversation/nearest-name";

/**
 * A request body combines the provider's own fields, including its settings, with Winnow's parameters. Winnow's are
 * recognised by name among the provider's, or are under `winnow` if a name could belong to either.
 */

type Fields = { readonly [key: string]: unknown };

export type SplitBody = {
  /** The conversation with Winnow's parameters, for the route's schema to check. */
  readonly ours: unknown;
  /** The provider's own fields, including the model's name. They are passed on and returned unchanged. */
  readonly settings: Fields;
  /** True if Winnow's parameters were under `winnow`. */
  readonly isApart: boolean;
};

/** The conversation's fields in every format. */
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

/** Splits a parsed body. `names` are the route's parameters, including its conversation fields. */
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

/** Parameters of Winnow whose names OpenAI uses too. Next to the provider's body they count for both. */
const SHARED_NAMES = ["store", "include"];

/** True for values such as `reasoning.encrypted_content`. Winnow's have no dot. */
const isOpenAiInclude = (item: unknown) => typeof item === "string" && item.includes(".");

const pick = (fields: Fields, names: readonly string[]): Fields => filterFields(fields, (name) => names.includes(name));

export const omit = (fields: Fields, names: readonly string[]): Fields =>
  filterFields(fields, (name) => !names.includes(name));

/**
 * How many wrong letters still count as a typo. Short names tolerate fewer, because they often resemble a provider's.
 */
const slipsIn = (name: string) => (name.length < 6 ? 1 : 2);

/**
 * Finds a setting that almost matches one of Winnow's names: probably a typo, which must be reported. Null if there is
 * none, or if the parameters are under `winnow`, where every other name is the provider's.
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
