import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { AlignedPair } from "@/components/cache/aligned-pair";
import type { ShownRow } from "@/lib/read-models/simulated-rows";
import { sessionFixture } from "./session-fixture";

const { rows } = sessionFixture();
/** The widths of both sides, and the words in each. */
function sidesAt(mark: number) {
  const pair = { current: 1, previous: 0, mark, sentence: "", rewritten: "new: 8 tokens", limit: 100 };
  const html = renderToStaticMarkup(<AlignedPair pair={pair} rows={rows} />);
  const [left = "", right = ""] = (/bg-s2.*?<\/div>.*?line-clamp-2.*?<\/span>/.exec(html)?.[0] ?? "").split("</div>");
  return [left, right].map((side) =>
    ["same", "new"].filter((word) => side.includes(`>${word}`) || side.includes(` · ${word}`)),
  );
}

test("a side that is too narrow leaves its words to the other side", () => {
  expect(sidesAt(50)).toEqual([["same"], ["new"]]);
  expect(sidesAt(97)).toEqual([["same", "new"], []]);
  expect(sidesAt(3)).toEqual([[], ["same", "new"]]);
});

test("nothing is equal before the first token", () => {
  expect(sidesAt(0)).toEqual([[], ["new"]]);
});

test("shows the time in the reader's time zone", () => {
  vi.stubEnv("TZ", "Asia/Kathmandu");
  const pair = { current: 1, previous: 0, mark: 50, sentence: "", rewritten: "", limit: 100 };
  const at = { ...rows[1], started_at: "2026-02-08T10:56:07.123Z" } as ShownRow;
  expect(renderToStaticMarkup(<AlignedPair pair={pair} rows={[at, at]} />)).toContain(">16:41:07<");
  vi.unstubAllEnvs();
});
