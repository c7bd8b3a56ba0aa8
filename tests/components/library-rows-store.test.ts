import { expect, test, vi } from "vitest";
import { LibraryRowsStore, type LoadPage, PAGE_ROWS } from "@/components/library/library-rows-store";
import type { LibraryList } from "@/lib/api/schemas/library-list";

const NO_SESSIONS = { sessions: [], found: 200 } as unknown as LibraryList;
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a page that fails is not requested again until the rows are reloaded", async () => {
  const load = vi.fn<LoadPage>(async (_, offset) => (offset === 0 ? NO_SESSIONS : null));
  const store = new LibraryRowsStore(load, {}, NO_SESSIONS);
  const wantSecond = () => store.want(PAGE_ROWS, PAGE_ROWS + 1);
  wantSecond();
  await settled();
  expect(store.snapshot().isFailed).toBe(true);
  wantSecond();
  expect(load).toHaveBeenCalledTimes(1);
  store.refresh();
  await settled();
  wantSecond();
  expect(load.mock.calls.map(([, offset]) => offset)).toEqual([PAGE_ROWS, 0, PAGE_ROWS]);
});

test("if another order's first page fails, its later pages do not join the earlier rows", async () => {
  const load = vi.fn<LoadPage>(async () => null);
  const store = new LibraryRowsStore(load, {}, NO_SESSIONS);
  store.set({ sort: "title" }, null);
  await settled();
  expect(store.snapshot()).toMatchObject({ isStale: true, isFailed: true });
  store.want(PAGE_ROWS, PAGE_ROWS + 1);
  expect(load).toHaveBeenCalledTimes(1);
});
