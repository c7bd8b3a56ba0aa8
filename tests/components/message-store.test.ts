import { expect, test } from "vitest";
import {
  countLoaded,
  createMessageStore,
  findPart,
  type MessageRange,
  messageAt,
  PAGE_SIZE,
  pagesOf,
} from "@/components/session/message-store";
import { requestRange } from "@/components/session/transcript";
import { toTranscriptRows } from "@/components/session/transcript-rows";
import { toCompactionRows } from "@/lib/read-models/compactions";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { analyzeSketch } from "../support/analyze-sketch";
import { sessionFixture } from "./session-fixture";

const { rows, messages } = sessionFixture(600);
const settle = () => new Promise((resolve) => setTimeout(resolve));

function serve() {
  const asked: number[] = [];
  const read = async (from: number, limit: number) => {
    asked.push(from);
    return { total: messages.length, messages: messages.slice(from, from + limit), next_from: null };
  };
  return { asked, read };
}

test("reads only the wanted pages, in order, and none twice", async () => {
  const { asked, read } = serve();
  const store = createMessageStore(read, messages.length);
  store.want([5, 2]);
  store.want([5, 2, 0]);
  await settle();
  store.want([2]);
  await settle();
  expect(asked).toEqual([5, 2, 0].map((page) => page * PAGE_SIZE));
  expect(messageAt(store.get(), 2 * PAGE_SIZE + 7)).toBe(messages[2 * PAGE_SIZE + 7]);
  expect(messageAt(store.get(), 3 * PAGE_SIZE)).toBeUndefined();
  const part = messages[PAGE_SIZE * 5]?.parts[0];
  expect(findPart(store.get(), part?.id ?? null)).toBe(part);
});

test("runs at most four requests, and does not start pages that are no longer wanted", async () => {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const store = createMessageStore((from) => {
    asked.push(from / PAGE_SIZE);
    return new Promise((resolve) => answers.push(() => resolve({ total: 2000, messages: [], next_from: null })));
  }, 2000);
  store.want([0, 1, 2, 3, 4, 5, 6]);
  expect(asked).toEqual([0, 1, 2, 3]);
  store.want([9]);
  answers[0]?.();
  await settle();
  expect(asked).toEqual([0, 1, 2, 3, 9]);
});

test("a failure stops the reading until it is retried", async () => {
  let isDown = true;
  const { read } = serve();
  const store = createMessageStore(
    (from, limit) => (isDown ? Promise.reject(new Error("down")) : read(from, limit)),
    null,
  );
  store.want([0]);
  await settle();
  expect(store.get()).toMatchObject({ total: null, error: { code: "no-answer" } });
  isDown = false;
  store.retry();
  await settle();
  expect(store.get()).toMatchObject({ total: messages.length, error: null });
  expect(store.get().pages.get(0)).toHaveLength(PAGE_SIZE);
});

test("a request's range reaches to the next prompt, and opens at what is new", () => {
  const at = 300;
  const { live, fresh } = requestRange(rows, at, messages.length);
  expect(live).toEqual({ from: rows[at]?.message_start, to: rows[at + 1]?.message_end });
  expect(fresh).toEqual({ from: rows[at - 1]?.message_end, to: live.to });
  expect(requestRange(rows, rows.length - 1, messages.length).live.to).toBe(messages.length);
  expect(requestRange(rows, 0, 0).live).toEqual({ from: 0, to: 0 });
});

test("pages of a range, and how much of it is loaded", async () => {
  expect(pagesOf({ from: 0, to: 0 })).toEqual([]);
  expect(pagesOf({ from: PAGE_SIZE - 1, to: PAGE_SIZE + 1 })).toEqual([0, 1]);
  const store = createMessageStore(serve().read, messages.length);
  store.want([1]);
  await settle();
  expect(countLoaded(store.get(), { from: PAGE_SIZE - 10, to: PAGE_SIZE + 10 })).toBe(10);
});

test("law: a request's pages list exactly what all pages would list", () => {
  const round = (at: number) =>
    `call c${at} Read {"file_path":"x.ts"}\nusage write=${900 + at} in=0\nresult c${at} one`;
  const rounds = (from: number) => Array.from({ length: 6 }, (_, index) => round(from + index)).join("\n");
  const compact = "compact auto 9000\nsummary so far\nuser go on";
  const analysis = analyzeSketch(
    `user go\n${rounds(0)}\n${compact}\n${rounds(10)}\nclear c10 c11\n${rounds(20)}\n${compact}\n${rounds(30)}`,
  );
  const messages = toMessageRows(analysis);
  const requests = toRequestRows(analysis);
  const compactions = toCompactionRows(analysis);
  for (const selected of requests.keys()) {
    const { live } = requestRange(requests, selected, messages.length);
    const keysIn = (range: MessageRange) =>
      toTranscriptRows((position) => messages[position], { view: "live", selected, range, compactions }).map(
        (row) => row.key,
      );
    expect(keysIn(live)).toEqual(keysIn({ from: 0, to: messages.length }));
    expect(live.to - live.from).toBeLessThan(messages.length);
  }
});

test("in the full history, unread messages keep their place", () => {
  const range = { from: 0, to: 10 };
  const half = (position: number) => (position < 5 ? messages[position] : undefined);
  const list = toTranscriptRows(half, { view: "full", selected: 0, range, compactions: [] });
  expect(list.filter((row) => row.type === "pending").map((row) => row.position)).toEqual([5, 6, 7, 8, 9]);
  expect(toTranscriptRows(half, { view: "live", selected: 0, range, compactions: [] })).not.toContainEqual(
    expect.objectContaining({ type: "pending" }),
  );
});

test("after the session has grown, pages stay visible until reloaded, including those being loaded", async () => {
  const { asked, read } = serve();
  const store = createMessageStore(read, 2 * PAGE_SIZE);
  store.renew("1", 2 * PAGE_SIZE);
  store.want([0]);
  await settle();
  store.want([1]);
  store.renew("2", messages.length);
  expect(store.get().total).toBe(messages.length);
  expect(messageAt(store.get(), 7)).toBe(messages[7]);
  await settle();
  await settle();
  expect(asked).toEqual([0, 1, 1].map((page) => page * PAGE_SIZE));
  store.want([0, 1]);
  await settle();
  store.want([1, 0]);
  await settle();
  expect(asked).toEqual([0, 1, 1, 0].map((page) => page * PAGE_SIZE));
});
