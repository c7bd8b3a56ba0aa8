import { english, type Say, sentence } from "../../wording/say";

/** A parameter in the form, from the JSON Schema of `GET /api/strategies`. */
export type FormField = {
  readonly name: string;
  readonly kind: "integer" | "number" | "boolean" | "enum" | "text" | "list";
  readonly isNullable: boolean;
  readonly otherwise: unknown;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly options: readonly string[];
  readonly description: string;
  /** `integer ≥ 0`, `number 0 to 1`. */
  readonly limits: string;
  /** `tokens`, `lines`, `share`; empty if not in the schema. */
  readonly unit: string;
  /** Maximum characters of a text; a long one gets a multi-line field. */
  readonly mostCharacters: number | null;
};

type Schema = Readonly<Record<string, unknown>>;
const asSchema = (value: unknown): Schema => (typeof value === "object" && value !== null ? (value as Schema) : {});

/** The fields of an object schema, in order. Omits limits that only mean "a safe integer". */
export function toFormFields(schema: unknown, say: Say = english): FormField[] {
  return Object.entries(asSchema(asSchema(schema).properties)).map(([name, value]) =>
    toField(name, asSchema(value), say),
  );
}

function toField(name: string, schema: Schema, say: Say = english): FormField {
  const variants = variantsOf(schema);
  const main = variants.find((variant) => variant.type !== "null") ?? schema;
  const minimum = limitOf(main.minimum ?? main.exclusiveMinimum);
  const maximum = limitOf(main.maximum ?? main.exclusiveMaximum);
  const description = String(schema.description ?? main.description ?? "");
  const options = Array.isArray(main.enum) ? main.enum.map(String) : [];
  const kind = kindOf(main, options);
  return {
    name,
    kind,
    isNullable: variants.some((variant) => variant.type === "null"),
    otherwise: schema.default ?? null,
    minimum,
    maximum,
    options,
    description,
    limits: limitsText(kind, minimum, maximum, say),
    unit: unitOf(kind, name, description, maximum),
    mostCharacters: limitOf(main.maxLength),
  };
}

/** `anyOf`, or a list of types, as one schema each. */
function variantsOf(schema: Schema): Schema[] {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(asSchema);
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

const UNITS = [
  sentence("tokens"),
  sentence("characters"),
  sentence("bytes"),
  sentence("lines"),
  sentence("turns"),
  sentence("messages"),
  sentence("events"),
  sentence("requests"),
  sentence("results"),
  sentence("calls"),
  sentence("entries"),
  sentence("fields"),
  sentence("observations"),
  sentence("tool uses"),
  sentence("percent"),
];
const UNIT = new RegExp(UNITS.join("|"), "i");
const NUMBERS = { integer: sentence("integer"), number: sentence("number") } as const;

/** A number's unit: the first noun of its name, otherwise of its description. Empty if another parameter sets it. */
function unitOf(kind: FormField["kind"], name: string, description: string, maximum: number | null): string {
  if ((kind !== "integer" && kind !== "number") || description.includes("`unit`")) return "";
  if (kind === "number" && maximum !== null && maximum <= 1) return "share";
  return (name.match(UNIT) ?? description.match(UNIT))?.[0]?.toLowerCase() ?? "";
}

const limitOf = (value: unknown): number | null =>
  typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null;

function kindOf(schema: Schema, options: readonly string[]): FormField["kind"] {
  if (options.length > 0) return "enum";
  if (schema.type === "array") return "list";
  if (schema.type === "integer" || schema.type === "number" || schema.type === "boolean") return schema.type;
  return "text";
}

function limitsText(
  kind: FormField["kind"],
  minimum: number | null,
  maximum: number | null,
  say: Say = english,
): string {
  if (kind === "boolean" || kind === "enum" || kind === "text") return "";
  if (kind === "list") return say("names, separated by commas");
  const number = say(NUMBERS[kind]);
  if (minimum !== null && maximum !== null)
    return say("{kind} {minimum} to {maximum}", { kind: number, minimum, maximum });
  if (minimum !== null) return `${number} ≥ ${minimum}`;
  return maximum === null ? number : `${number} ≤ ${maximum}`;
}

/**
 * Unit and limits, for example `tokens, integer ≥ 0`; the options of a choice; for a share, the value in per cent.
 */
export function fieldLimits({ unit, limits, options }: FormField, value: unknown, say: Say = english): string {
  const isPercent = unit === "share" && typeof value === "number";
  const measure = isPercent ? `${+(value * 100).toFixed(2)} %` : unit && say.known(unit);
  return [measure, limits, ...options].filter((word) => word !== "").join(say(", "));
}

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** The field's typed value; empty means none if the schema allows it. */
export function parseField(field: FormField, text: string, say: Say = english): Parsed {
  const trimmed = text.trim();
  if (trimmed === "" && field.isNullable) return { ok: true, value: null };
  if (field.kind === "list") return { ok: true, value: trimmed.split(",").flatMap((name) => name.trim() || []) };
  if (field.kind === "text") return parseText(field, text, say);
  const value = Number(trimmed);
  if (trimmed === "" || !Number.isFinite(value)) return { ok: false, message: say("expected a number") };
  if (field.kind === "integer" && !Number.isInteger(value))
    return { ok: false, message: say("expected a whole number") };
  if (field.minimum !== null && value < field.minimum)
    return { ok: false, message: say("at least {minimum}", { minimum: field.minimum }) };
  if (field.maximum !== null && value > field.maximum)
    return { ok: false, message: say("at most {maximum}", { maximum: field.maximum }) };
  return { ok: true, value };
}

function parseText({ mostCharacters }: FormField, text: string, say: Say = english): Parsed {
  if (mostCharacters === null || text.length <= mostCharacters) return { ok: true, value: text };
  return { ok: false, message: say("at most {mostCharacters} characters", { mostCharacters }) };
}

/** `10`, `none`, `true`: a value in one word. */
export function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return value === null || value === undefined ? "none" : String(value);
}
