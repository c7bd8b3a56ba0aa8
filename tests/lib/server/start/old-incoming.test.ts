import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { dropOldIncoming } from "@/lib/server/start/join-others";
import { makeTempData } from "../../../support/temp-data";

const data = makeTempData();
const DAY_MS = 86_400_000;
const place = (name: string) => path.join(data.dir(), "incoming", name);
const names = () => fs.readdirSync(path.join(data.dir(), "incoming")).sort();
/** The time at which this entry itself has been unchanged for a day. */
const dayAfter = (name: string) => new Date(fs.statSync(place(name)).ctimeMs + DAY_MS);

beforeEach(() => {
  fs.rmSync(path.join(data.dir(), "incoming"), { recursive: true, force: true });
  fs.mkdirSync(place("import"), { recursive: true });
  fs.writeFileSync(place("upload"), "half of a file");
});

test("removes files and folders untouched for a day", async () => {
  fs.writeFileSync(place("import/derived"), "half");
  expect(await dropOldIncoming(new Date(Date.now() + DAY_MS + 1_000))).toBe(2);
  expect(names()).toEqual([]);
});

test("keeps younger ones, even if their bytes were written long ago", async () => {
  fs.utimesSync(place("upload"), new Date(0), new Date(0));
  expect(await dropOldIncoming(new Date(Date.now() + DAY_MS - 60_000))).toBe(0);
  expect(names()).toEqual(["import", "upload"]);
});

test("keeps a folder while something in it changes", async () => {
  fs.mkdirSync(place("import/inner"));
  const then = dayAfter("import");
  await new Promise((resolve) => setTimeout(resolve, 30));
  fs.writeFileSync(place("import/inner/derived"), "more");
  await dropOldIncoming(then);
  expect(names()).toContain("import");
});

test("without the folder there is nothing to do", async () => {
  fs.rmSync(path.join(data.dir(), "incoming"), { recursive: true });
  expect(await dropOldIncoming(new Date(Date.now() + DAY_MS * 2))).toBe(0);
});
