import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { DiffList } from "@/components/compare/diff/strategy-diff";
import type { DiffItem } from "@/lib/view-models/compare/strategy-diff";

const rows = vi.hoisted(() => [] as { ref?: unknown; height: number | null; isOpen: boolean }[]);
vi.mock("@/components/compare/diff/strategy-diff-row", () => ({
  DIFF_GRID: "",
  diffRowHeight: () => 28,
  StrategyDiffRow: (props: (typeof rows)[number]) => {
    rows.push(props);
    return null;
  },
}));
vi.mock("@tanstack/react-virtual", () => ({
  useVirtualizer: () => ({
    getTotalSize: () => 28,
    getVirtualItems: () => [{ index: 0, key: "a", start: 0 }],
    measureElement: () => {},
  }),
}));

test("a closed row has a known height and is not measured", () => {
  const items = [{ type: "row", row: { key: "a" } }] as unknown as DiffItem[];
  renderToStaticMarkup(<DiffList ref={null} sessionId="s" items={items} names={["a", "b"]} slots={[0, 1]} />);
  expect(rows).toMatchObject([{ height: 28, isOpen: false }]);
  expect(rows[0]?.ref).toBeUndefined();
});
