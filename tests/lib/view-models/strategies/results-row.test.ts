import { expect, test } from "vitest";
import { resultsRow } from "@/lib/view-models/strategies/results-row";

const PAGE = `# Results
| strategy | saved |
| --- | --- |
| **one** | 1.0 |

## Later
| strategy | saved | worst |
| --- | --- | --- |
| one | 2.0 | 3 |
| two | 4.0 | |
`;

test("the first table that has the strategy gives its columns, whichever way the name is set", () => {
  expect(resultsRow(PAGE, "one")?.cells).toEqual([{ column: "saved", value: "1.0" }]);
  expect(resultsRow(PAGE, "two")).toEqual({
    under: "Later",
    cells: [
      { column: "saved", value: "4.0" },
      { column: "worst", value: "" },
    ],
  });
  expect(resultsRow(PAGE, "three")).toBeNull();
});
