import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BreakList } from "@/components/cache/break-list";
import { CompactionCard } from "@/components/session/transcript-item";
import type { CompactionRow } from "@/lib/read-models/compactions";
import { sessionFixture } from "./session-fixture";

const { compactions, messages } = sessionFixture();
const fact = compactions[0] as CompactionRow;
const summary = messages.find(({ origin }) => origin === "summary") as (typeof messages)[number];

const draw = (change: Partial<CompactionRow>) =>
  renderToStaticMarkup(
    <CompactionCard
      sessionId="s"
      message={{ ...summary, parts: [] }}
      at={change.at ?? fact.at}
      fact={{ ...fact, ...change }}
      number={1}
      isUnfolded={() => false}
      onUnfold={() => {}}
    />,
  );

describe("what was lost in a compaction", () => {
  test("is asked for where requests stand on both sides", () => {
    expect(draw({})).toContain("What was lost<");
    expect(draw({})).toContain(`before request ${fact.at + 1}`);
  });

  test.each([
    ["the last thing in the log", { at: 12, after: null }, "after request 12"],
    ["the first thing in the log", { at: 0, before: null }, "before request 1"],
  ])("cannot be measured where it is %s, and nothing is asked for", (_name, change, place) => {
    expect(draw(change)).not.toContain("What was lost<");
    expect(draw(change)).toContain("cannot be measured");
    expect(draw(change)).toContain(place);
  });
});

test("an empty list of breaks says what it means", () => {
  const empty = (found: "held" | "unread" | "untold") =>
    renderToStaticMarkup(
      <BreakList breaks={[]} found={found} selected={0} onSelect={() => {}} below={null} range={null} />,
    );
  expect(empty("held")).toContain("every prefix held");
  expect(empty("unread")).toContain("Nothing was read");
  expect(empty("untold")).toContain("cannot be recognised");
});
