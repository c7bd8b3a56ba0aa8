/** True if the rows already contain simulated values, as older versions stored them. */
export const hasSimulated = (rows: string): boolean => rows.includes('"simulated":{');

/**
 * Adds each line of `simulated` to its row as the field `simulated`. `rows` is `{"requests":[…]}` with one row per
 * line. Works on the texts alone, because parsing the rows of a long session would block other requests.
 */
export function joinSimulated(rows: string, simulated: string): string {
  const reads = simulated.split("\n");
  const joined = rows.split(",\n").map((row, at, { length }) => {
    const end = row.length - (at === length - 1 ? LIST_END.length : 0) - 1;
    const isRow = row[end] === "}" && reads[at] !== "";
    return isRow ? `${row.slice(0, end)},"simulated":${reads[at]}${row.slice(end)}` : row;
  });
  return joined.join(",\n");
}

const LIST_END = "]}";
