import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BreakList } from "@/components/cache/break-list";
import { CompactionCard, TranscriptItem } from "@/components/session/transcript-item";
import type { BreakCard } from "@/lib/read-models/break-cards";
import type { CompactionRow } from "@/lib/read-models/compactions";
import { sessionFixture } from "./session-fixture";

const { compactions, messages, rows } = sessionFixture();
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
      onReceipt={() => {}}
    />,
  );

describe("a compaction's loss", () => {
  test("is offered if a request precedes it", () => {
    expect(draw({})).toContain("What was lost<");
    expect(draw({})).toContain(`before request ${fact.at + 1}`);
    expect(draw({ at: 12, after: null })).toContain("What was lost<");
    expect(draw({ at: 12, after: null })).toContain("after request 12");
  });

  test("cannot be measured at the start of the log, and is not offered", () => {
    const first = draw({ at: 0, before: null });
    expect(first).not.toContain("What was lost<");
    expect(first).toContain("cannot be measured");
    expect(first).toContain("before request 1");
  });
});

test("an empty list of breaks explains itself", () => {
  const empty = (found: "held" | "unread" | "untold") =>
    renderToStaticMarkup(
      <BreakList breaks={[]} found={found} selected={0} onSelect={() => {}} below={null} range={null} />,
    );
  expect(empty("held")).toContain("every prefix held");
  expect(empty("unread")).toContain("Nothing was read");
  expect(empty("untold")).toContain("cannot be recognised");
});

test("a compaction is found by its summary, even if two precede the same request", () => {
  const drawItem = (messageId: string) => {
    const item = {
      type: "compaction",
      key: "c",
      position: 0,
      at: 12,
      message: { ...summary, id: messageId, parts: [] },
    };
    return renderToStaticMarkup(
      <TranscriptItem
        item={item as unknown as ComponentProps<typeof TranscriptItem>["item"]}
        folds={{ isUnfolded: () => false } as unknown as ComponentProps<typeof TranscriptItem>["folds"]}
        sessionId="s"
        row={rows[0] as (typeof rows)[number]}
        selected={12}
        part={null}
        onPart={() => {}}
        compactions={["one", "two"].map((id) => ({ ...fact, at: 12, summary_message_id: id }))}
        onReceipt={() => {}}
      />,
    );
  };
  expect(drawItem("two")).toContain('aria-label="Compaction 2"');
});

test("a summary without a compaction in the log has no number", () => {
  const drawn = renderToStaticMarkup(
    <CompactionCard
      sessionId="s"
      message={{ ...summary, parts: [] }}
      at={3}
      fact={undefined}
      number={0}
      isUnfolded={() => false}
      onUnfold={() => {}}
      onReceipt={() => {}}
    />,
  );
  expect(drawn).toContain('aria-label="Compaction"');
});

const drawList = (breaks: readonly unknown[]) =>
  renderToStaticMarkup(
    <BreakList
      breaks={breaks as readonly BreakCard[]}
      found="held"
      selected={0}
      onSelect={() => {}}
      below={null}
      range={null}
    />,
  );

test("the sum of the breaks' money is a lower bound if some have no price", () => {
  const drawSum = (...costs: readonly (number | null)[]) =>
    drawList(
      costs.map((amount, at) => ({
        at,
        lost_tokens: 1_000,
        lost_cost: amount === null ? null : { amount, currency: "USD" },
        note: { id: "none" },
      })),
    );
  expect(drawSum(0.5, null)).toContain(">≥ $0.500<");
  expect(drawSum(0.5, 0.25)).toContain(">$0.750<");
});

test("losses are lower bounds if a log without writes does not show how much was cached", () => {
  const card = { at: 0, lost_tokens: 1_000, lost_cost: { amount: 0.5, currency: "USD" }, note: { id: "none" } };
  const most = { tokens: 1_500, cost: { amount: 0.75, currency: "USD" } };
  const drawn = drawList([{ ...card, most_lost: most }]);
  expect(drawn.match(/>≥ 1,000</g)).toHaveLength(2);
  expect(drawn.match(/>≥ \$0\.500</g)).toHaveLength(2);
  expect(drawList([card])).not.toContain("≥");
});
