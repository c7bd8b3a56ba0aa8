import { describe, expect, it } from "vitest";
import { type LibraryItem, UNTAGGED } from "@/lib/read-models/library-item";
import { exampleLine, libraryTexts, sparklinePath } from "@/lib/view-models/library/library-table";
import { niceTop, spendOverTime, toLibrarySummary, totalLibrary } from "@/lib/view-models/library/library-totals";
import { planUploads, progressText } from "@/lib/view-models/library/upload-plan";
import { formatDay } from "@/lib/wording/format-day";
import { formatBytes } from "@/lib/wording/number-format";
import {
  filterLibrary,
  libraryFacets,
  mostLost,
  sortLibrary,
  tellApart,
  toDayCell,
} from "@/tests/support/library-in-memory";

const item = (change: Partial<LibraryItem>): LibraryItem => ({
  id: "a",
  title: "Untitled",
  client: "Claude Code",
  models: ["claude-sonnet-4-5-20250929"],
  isExample: false,
  startedAt: "2026-03-10T09:00:00Z",
  durationSeconds: 60,
  requests: 10,
  peakTokens: 1000,
  peakFraction: 0.5,
  isPeakEstimate: false,
  sparkline: [],
  tokensIn: 1000,
  tokensOut: 10,
  isOutputPartial: false,
  readShare: 0.9,
  simulatedReadShare: null,
  cost: { amount: 1, isFloor: false },
  lostCost: 0,
  shown: { cost: { kind: "known", usd: 1 }, lost: { kind: "known", usd: 0 } },
  topCause: null,
  compactions: 0,
  breaks: 0,
  errors: 0,
  agents: 1,
  fileName: "a.jsonl",
  bytes: 1,
  project: null,
  tags: [],
  loggedTitle: "Untitled",
  importedAt: "2026-03-11T09:00:00Z",
  differs: null,
  copyOf: null,
  ...change,
});

const cells = (...items: LibraryItem[]) => items.map(toDayCell);
const ALL = { text: "", flags: [], client: null, model: null, project: null, tag: null, from: null, to: null } as const;
const idsOf = (items: readonly LibraryItem[]) => items.map(({ id }) => id);

describe("filters", () => {
  const items = [
    item({ id: "a", tags: ["prod", "retries"], project: "/p/one", startedAt: "2026-03-10T23:59:59Z" }),
    item({ id: "b", tags: ["docs"], project: "/p/two", startedAt: "2026-03-11T00:00:00Z" }),
    item({ id: "c", startedAt: null, copyOf: "a" }),
  ];
  it("by tag, without a tag, by project, by day and by copy", () => {
    const shown = (filter: Partial<Parameters<typeof filterLibrary>[1]>) =>
      idsOf(filterLibrary(items, { ...ALL, ...filter }).shown);
    expect(shown({ tag: "prod" })).toEqual(["a"]);
    expect(shown({ tag: UNTAGGED })).toEqual(["c"]);
    expect(shown({ project: "/p/two" })).toEqual(["b"]);
    expect(shown({ from: "2026-03-11" })).toEqual(["b"]);
    expect(shown({ to: "2026-03-10" })).toEqual(["a"]);
    expect(shown({ flags: ["copy"] })).toEqual(["c"]);
    expect(shown({ text: "retries" })).toEqual(["a"]);
  });
  it("lists each value with its number of sessions", () => {
    const { tag, project, client } = libraryFacets(items);
    expect(client).toEqual([{ value: "Claude Code", count: 3 }]);
    expect(project.map(({ value }) => value)).toEqual(["/p/one", "/p/two"]);
    expect(tag).toContainEqual({ value: UNTAGGED, count: 1 });
    expect(libraryFacets([item({})]).tag).toEqual([]);
  });
});

describe("sessions that look alike", () => {
  it("show what differs, and which one is a copy", () => {
    const told = tellApart([
      item({ id: "a", title: "Fix", requests: 10, project: "/p/one" }),
      item({ id: "b", title: "Fix", requests: 8, project: "/p/two" }),
      item({ id: "c", title: "Fix", requests: 8, startedAt: "2026-04-01T10:30:00Z", project: "/p/two" }),
      item({ id: "d", title: "Other" }),
    ]);
    expect(told.map(({ id, copyOf, differs }) => [id, copyOf, differs])).toEqual([
      ["a", null, "one · 10 Mar 2026 09:00"],
      ["b", "a", "same start, 8 of 10 requests; from /p/two"],
      ["c", null, "two · 1 Apr 2026 10:30"],
      ["d", null, null],
    ]);
  });
  it("show nothing if nothing differs", () => {
    const alike = [item({ id: "a", startedAt: null }), item({ id: "b", startedAt: null })];
    expect(tellApart(alike).map(({ copyOf, differs }) => [copyOf, differs])).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

describe("library table", () => {
  const items = [
    item({ id: "a", title: "Beta", cost: null, compactions: 2 }),
    item({ id: "b", title: "alpha", cost: { amount: 5, isFloor: false }, breaks: 3 }),
    item({ id: "c", title: "Gamma", cost: { amount: 2, isFloor: true } }),
  ];
  it("sorts unknown values last in both directions", () => {
    expect(sortLibrary(items, "cost", "desc").map((row) => row.id)).toEqual(["b", "c", "a"]);
    expect(sortLibrary(items, "cost", "asc").map((row) => row.id)).toEqual(["c", "b", "a"]);
    expect(sortLibrary(items, "title", "asc").map((row) => row.id)).toEqual(["b", "a", "c"]);
  });
  it("shows how many each filter hides", () => {
    const { shown, hidden, hides } = filterLibrary(items, {
      ...ALL,
      text: "a",
      flags: ["compaction"],
    });
    expect(shown.map((row) => row.id)).toEqual(["a"]);
    expect(hidden).toBe(2);
    expect(hides).toEqual({ compaction: 2, text: 0 });
  });
  it("draws one step per value and nothing for none", () => {
    expect(sparklinePath([0, 1], 10, 4)).toBe("M0 4L0 4L5 4L5 0L10 0L10 4Z");
    expect(sparklinePath([], 10, 4)).toBe("");
  });
  it("marks an unreported peak as an estimate", () => {
    expect(libraryTexts(item({})).peak).toBe("50.0");
    expect(libraryTexts(item({ isPeakEstimate: true })).peak).toBe("~50.0");
    expect(libraryTexts(item({ isPeakEstimate: true, peakFraction: null })).peak).toBe("unknown");
  });
  it("writes days without a locale", () => {
    expect(formatDay("2026-03-02T23:30:00-01:00", "time")).toBe("3 Mar 2026 00:30");
    expect(formatDay("nonsense")).toBe("–");
  });
});

describe("library totals", () => {
  it("weights the read share by tokens and marks an incomplete sum", () => {
    const totals = totalLibrary(
      cells(item({ readShare: 1, tokensIn: 300 }), item({ readShare: 0, tokensIn: 100, cost: null })),
    );
    expect(totals.readShare).toBe(0.75);
    expect(totals.isCostFloor).toBe(true);
  });
  it("draws the spend by day, week or month, depending on its time span", () => {
    const since = (first: string) =>
      spendOverTime(cells(item({}), item({ startedAt: `${first}T00:00:00Z`, models: ["gpt-5"] })));
    const ends = ({ unit, periods }: ReturnType<typeof since>) => [unit, periods[0]?.start, periods.at(-1)?.start];
    expect(ends(since("2026-03-09"))).toEqual(["day", "2026-02-27", "2026-03-10"]);
    expect(ends(since("2026-01-28"))).toEqual(["day", "2026-01-28", "2026-03-10"]);
    expect(ends(since("2026-01-27"))).toEqual(["week", "2025-12-22", "2026-03-09"]);
    expect(ends(since("2025-01-31"))).toEqual(["month", "2025-01-01", "2026-03-01"]);
    expect(ends(since("1970-01-01"))).toEqual(["month", "2021-04-01", "2026-03-01"]);
    expect(since("2026-03-09")).toMatchObject({ maxSpend: 1, groups: ["sonnet", "gpt"] });
    expect(spendOverTime([]).periods).toEqual([]);
    // A later session without a cost would leave the others' time empty.
    const later = item({ startedAt: "2026-07-15T00:00:00Z", cost: null });
    expect(spendOverTime(cells(item({}), later)).periods.at(-1)?.start).toBe("2026-03-10");
  });
  it("ranks losses and rounds axes up", () => {
    const losses = mostLost([item({ id: "x", lostCost: 1 }), item({ id: "y", lostCost: 4 }), item({})], 5);
    expect(toLibrarySummary([], losses).worst.map((row) => row.share)).toEqual([1, 0.25]);
    expect([0, 0.7, 1, 12, 28, 81].map(niceTop)).toEqual([1, 0.8, 1, 15, 30, 100]);
  });
});

describe("planUploads", () => {
  const file = (name: string) => ({ name, bytes: 10 });
  it("sends unrelated files separately and skips what cannot be a transcript", () => {
    const { groups, skipped } = planUploads(["f/a.jsonl", "f/b.json", "f/c.png"].map(file));
    expect(groups.map((group) => group.files.length)).toEqual([1, 1]);
    expect(skipped.map((entry) => entry.name)).toEqual(["f/c.png"]);
  });
  it("keeps sub-agent files with their transcript, in both layouts", () => {
    const nested = planUploads(["p/s1.jsonl", "p/s1/subagents/agent-a.jsonl", "p/s2.jsonl"].map(file));
    expect(nested.groups.map((group) => group.files.length)).toEqual([2, 1]);
    const siblings = planUploads(["p/s1.jsonl", "p/agent-a.jsonl", "q/s2.jsonl"].map(file));
    expect(siblings.groups.map((group) => group.files.length)).toEqual([2, 1]);
    expect(siblings.groups[0]?.name).toBe("p/s1.jsonl and 1 accompanying file");
  });
  it("sends a single file whatever its name", () => {
    expect(planUploads([file("picture.png")]).groups).toHaveLength(1);
    expect(planUploads(["page.html", "a.jsonl"].map(file)).skipped).toEqual([]);
  });
  it("writes sizes and progress", () => {
    expect([999, 804_000, 3_600_000, 310_000_000, 1_800_000_000].map(formatBytes)).toEqual([
      "999 B",
      "804 KB",
      "3.6 MB",
      "310 MB",
      "1.8 GB",
    ]);
    expect(progressText({ done: 0, total: 1000, elapsedMs: 0 })).toBe("0 B of 1 KB");
    expect(progressText({ done: 50e6, total: 100e6, elapsedMs: 1000 })).toBe("50 MB of 100 MB · 50 MB/s · 1 s left");
    expect(progressText({ done: 50e6, total: 100e6, elapsedMs: 1000, isSilent: true })).toBe(
      "50 MB of 100 MB · Winnow is not responding; nothing is lost, and the upload continues once it responds",
    );
  });
});

it("a row's counts have digit grouping", () => {
  const texts = libraryTexts(item({ requests: 2045, breaks: 1207, agents: 1 }));
  expect(libraryTexts(item({ cost: { amount: 1, isFloor: true } })).cost).toBe("≥ $1.00");
  expect(texts).toMatchObject({ requests: "2,045", breaks: "1,207", breaksInWords: "1,207 breaks", agents: "1" });
});

it("says which agents the example's requests belong to, if there are several", () => {
  const facts = { requests: 307, compactions: 2, breaks: 7, lostCost: 2.84 };
  expect(exampleLine(item({ ...facts, agents: 3 }))).toBe(
    "307 requests of all agents, 2 compactions, 7 cache breaks, $2.84 lost to them",
  );
  expect(exampleLine(item({ ...facts, agents: 2 }))).toMatch(/^307 requests of all agents, /);
  expect(exampleLine(item({ ...facts, requests: 1, agents: 1 }))).toMatch(/^1 request, /);
});
