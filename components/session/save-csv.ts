import { downloadFile } from "./download-file";

type Value = string | number | boolean | null;
type Table = { readonly columns: readonly string[]; readonly records: readonly (readonly Value[])[] };

/** Downloads a table as CSV; cells that a spreadsheet would run as a formula are written as text. */
export async function saveCsv({ columns, records }: Table, name: string): Promise<void> {
  const { stringify } = await import("csv-stringify/browser/esm/sync");
  const options = { header: true, escape_formulas: true, bom: true, cast: { boolean: String } };
  downloadFile(stringify([...records] as Value[][], { ...options, columns: [...columns] }), "text/csv", `${name}.csv`);
}

/** Turns a title into a file name. */
export const fileName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60) || "session";
