/**
 * Rows of one shape as columns, for transfer to the browser: thousands of rows would otherwise repeat every name and
 * multiply the page's size. Values are plain JSON. A column of objects also has their keys only once.
 */
export type PackedRows = string;

type Column = { readonly name: string; readonly keys: readonly string[] | null; readonly values: readonly unknown[] };
type Packed = { readonly count: number; readonly columns: readonly Column[] };
type Fields = Readonly<Record<string, unknown>>;

/** Every row must have the first row's keys. */
export function packRows<Row extends object>(rows: readonly Row[]): PackedRows {
  const columns = Object.keys(rows[0] ?? {}).map((name) =>
    toColumn(
      name,
      rows.map((row) => (row as Fields)[name] ?? null),
    ),
  );
  return JSON.stringify({ count: rows.length, columns } satisfies Packed);
}

export function unpackRows<Row extends object>(text: PackedRows): Row[] {
  const { count, columns } = JSON.parse(text) as Packed;
  return Array.from({ length: count }, (_, at) => {
    const row: Record<string, unknown> = {};
    for (const { name, keys, values } of columns) row[name] = keys ? toObject(keys, values[at]) : values[at];
    return row as Row;
  });
}

function toColumn(name: string, values: readonly unknown[]): Column {
  const keys = keysOf(values.find((value) => value !== null));
  if (keys === null || !values.every((value) => value === null || keysOf(value)?.join() === keys.join()))
    return { name, keys: null, values };
  return { name, keys, values: values.map((value) => (value === null ? null : Object.values(value as Fields))) };
}

const keysOf = (value: unknown): string[] | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : null;

function toObject(keys: readonly string[], value: unknown): Fields | null {
  if (value === null) return null;
  return Object.fromEntries(keys.map((key, index) => [key, (value as readonly unknown[])[index]]));
}
