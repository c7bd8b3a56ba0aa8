import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TimelineTableRow } from "@/components/session/timeline-table";
import { sessionFixture } from "./session-fixture";

test("the timeline as a table names the cause of a break", () => {
  const row = sessionFixture().rows.find((entry) => entry.break?.cause === "ttl-expiry");
  if (!row) throw new Error("the fixture has such a break");
  const html = renderToStaticMarkup(
    <table>
      <tbody>
        <TimelineTableRow
          {...{ row, position: 0, kinds: [], compaction: null, isEstimate: false, isSelected: false }}
          onSelect={() => undefined}
        />
      </tbody>
    </table>,
  );
  expect(html).toContain("Time-to-live expired");
  expect(html).not.toContain("ttl-expiry");
});
