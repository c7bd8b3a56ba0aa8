export type Column = {
  readonly name: string;
  /** True when its values are not in the record, because they are the row's number. */
  readonly isRowid: boolean;
};

export type TableColumns = { readonly columns: readonly Column[]; readonly isWithoutRowid: boolean };

const CONSTRAINTS = new Set(["constraint", "primary", "unique", "check", "foreign"]);

/** Words, quoted names, strings and single characters; comments and white space are skipped. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|("(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|[\p{L}\p{N}_$.]+|[\s\S])/gu;

/** The columns of a table in the order of its records, from its CREATE statement. Linear in its length. */
export function readColumns(sql: string): TableColumns {
  const tokens = [...sql.matchAll(TOKEN)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));
  const definitions: string[][] = [];
  let depth = 0;
  let at = tokens.indexOf("(");
  for (; at >= 0 && at < tokens.length; at += 1) {
    const token = tokens[at] as string;
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && (token === "(" || token === ",")) definitions.push([]);
    else definitions.at(-1)?.push(token);
  }
  const columns = definitions.filter(isColumn).map(columnOf);
  const options = tokens.slice(at + 1).map((token) => token.toLowerCase());
  return { columns, isWithoutRowid: at >= 0 && options.includes("without") };
}

const isColumn = ([first]: readonly string[]): boolean => first !== undefined && !CONSTRAINTS.has(first.toLowerCase());

function columnOf([name = "", ...rest]: readonly string[]): Column {
  const words = rest.map((token) => token.toLowerCase());
  const isRowid = words[0] === "integer" && words.includes("primary") && words.includes("key");
  return { name: unquoted(name), isRowid };
}

function unquoted(name: string): string {
  const quote = name[0] ?? "";
  if (quote === "[") return name.slice(1, -1);
  return `"\`'`.includes(quote) && quote !== "" ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}
