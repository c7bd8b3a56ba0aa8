import type { ReactElement } from "react";
import { expect, test, vi } from "vitest";
import Page from "@/app/page";

const missing = { files: 2, names: ["a.jsonl", "b.jsonl"] };
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("@/app/words", () => ({ Words: () => null, readerSay: async () => String }));
vi.mock("@/components/library/library-page", () => ({ LibraryPage: () => null }));
vi.mock("@/components/library/totals-strip", () => ({ TotalsStrip: () => null }));
vi.mock("@/lib/importers/readable-formats", () => ({ readableFormats: () => [] }));
vi.mock("@/lib/server/sessions/agent-requests", () => ({ loadAgentRequests: () => null }));
vi.mock("@/lib/server/library/list", () => ({ listSessions: async () => ({ sessions: [] }) }));
vi.mock("@/lib/server/sessions/list-query", () => ({
  drawFirstPage: async () => ({ drawn: { total: 3, binned: 0 }, drawnFor: "" }),
}));
vi.mock("@/lib/server/library/summary", () => ({ librarySummary: async () => ({}) }));
vi.mock("@/lib/server/repair/repair", () => ({ missingFiles: () => missing }));

test("the library lists which files of its sessions are missing", async () => {
  const { children } = (await Page({ searchParams: Promise.resolve({}) })).props as { children: ReactElement };
  expect(children.props).toMatchObject({ missing, isEmpty: false });
});
