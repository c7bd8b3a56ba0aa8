import { expect, test } from "vitest";
import { viewHref } from "@/components/session/session-nav";
import { comparedRequest, linkedRequest, requestParam } from "@/lib/view-models/session/linked-request";

test("a number missing from the log opens the nearest request and says so", () => {
  expect(linkedRequest(9999, 291, 290)).toEqual({
    position: 290,
    note: "The link points to request 9,999, but this agent has only requests 1 to 291. You see request 291, the last one.",
  });
  expect(linkedRequest(0, 291, 290)).toMatchObject({
    position: 0,
    note: expect.stringContaining("request 1, the first"),
  });
});

test("an existing number opens that request silently; without a number the page chooses", () => {
  expect(linkedRequest(159, 291, 290)).toEqual({ position: 158, note: null });
  expect(linkedRequest(null, 291, 110)).toEqual({ position: 110, note: null });
});

// Positions of the main agent's requests among those of all agents.
const rows = [0, 1, 5, 6, 9].map((index) => ({ index }));

test("every tab numbers a request as on screen", () => {
  const place = { id: "s", agent: "main", position: 2 };
  for (const view of ["transcript", "cache", "compare", "replay"] as const)
    expect(viewHref(view, place), view).toMatch(/\?request=3$/);
  expect(comparedRequest({ request: 3, at: null }, rows, 0)).toEqual({ position: 2, note: null });
});

test("an older link to Compare, counted from 0 over all agents, opens the same request as before", () => {
  expect(comparedRequest({ request: null, at: 5 }, rows, 4)).toEqual({ position: 2, note: null });
  expect(comparedRequest({ request: null, at: 3 }, rows, 4)).toEqual({ position: 4, note: null });
});

test("an empty or repeated parameter names no request", () => {
  expect(["12", "0", "", "x", undefined, ["1", "2"]].map(requestParam)).toEqual([12, 0, null, null, null, null]);
});
