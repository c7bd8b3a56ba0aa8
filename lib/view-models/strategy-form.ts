/** A parameter as the form shows it, out of the JSON Schema of `GET /api/strategies`. */
export type FormField = {
  readonly name: string;
  readonly kind: "integer" | "number" | "boolean" | "enum" | "text";
  readonly isNullable: boolean;
  readonly otherwise: unknown;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly options: readonly string[];
  readonly description: string;
  /** `integer ≥ 0`, `number 0 to 1`. */
  readonly limits: string;
};

type Schema = Readonly<Record<string, unknown>>;
const asSchema = (value: unknown): Schema => (typeof value === "object" && value !== null ? (value as Schema) : {});

/** The fields of an object schema, in its order. Limits that only say "a safe integer" are left out. */
export function toFormFields(schema: unknown): FormField[] {
  return Object.entries(asSchema(asSchema(schema).properties)).map(([name, value]) => toField(name, asSchema(value)));
}

function toField(name: string, schema: Schema): FormField {
  const variants = Array.isArray(schema.anyOf) ? schema.anyOf.map(asSchema) : [schema];
  const main = variants.find((variant) => variant.type !== "null") ?? schema;
  const minimum = limitOf(main.minimum ?? main.exclusiveMinimum);
  const maximum = limitOf(main.maximum ?? main.exclusiveMaximum);
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
    description: String(schema.description ?? main.description ?? ""),
    limits: limitsText(kind, minimum, maximum),
  };
}

const limitOf = (value: unknown): number | null =>
  typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null;

function kindOf(schema: Schema, options: readonly string[]): FormField["kind"] {
  if (options.length > 0) return "enum";
  if (schema.type === "integer" || schema.type === "number" || schema.type === "boolean") return schema.type;
  return "text";
}

function limitsText(kind: FormField["kind"], minimum: number | null, maximum: number | null): string {
  if (kind === "boolean" || kind === "enum") return "";
  if (minimum !== null && maximum !== null) return `${kind} ${minimum} to ${maximum}`;
  if (minimum !== null) return `${kind} ≥ ${minimum}`;
  return maximum === null ? kind : `${kind} ≤ ${maximum}`;
}

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** What a person typed into the field; empty means none where the schema allows it. */
export function parseField(field: FormField, text: string): Parsed {
  const trimmed = text.trim();
  if (trimmed === "" && field.isNullable) return { ok: true, value: null };
  if (field.kind === "text") return { ok: true, value: text };
  const value = Number(trimmed);
  if (trimmed === "" || !Number.isFinite(value)) return { ok: false, message: "a number, please" };
  if (field.kind === "integer" && !Number.isInteger(value)) return { ok: false, message: "a whole number, please" };
  if (field.minimum !== null && value < field.minimum) return { ok: false, message: `at least ${field.minimum}` };
  if (field.maximum !== null && value > field.maximum) return { ok: false, message: `at most ${field.maximum}` };
  return { ok: true, value };
}

/** `10`, `none`, `true`: a value in one word. */
export const fieldText = (value: unknown): string => (value === null || value === undefined ? "none" : String(value));
