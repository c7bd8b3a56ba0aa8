import fs from "node:fs";
import { expect, test } from "vitest";
import { blobPath } from "@/lib/server/objects/blobs";
import { compressTask } from "@/lib/server/workers/compress-task";
import { makeTempData } from "@/tests/support/temp-data";
import { BODIES } from "@/tests/support/wire-bodies";

makeTempData();

const body = new TextEncoder().encode(
  JSON.stringify({ ...BODIES["openai-chat"], model: "gpt-5", strategy: "centagent-externalise", force: true }),
);

test("a resent history writes no output again, except one whose file is missing or truncated", async () => {
  const { outputs } = await compressTask({ body });
  const one = blobPath(outputs[0]?.sha256 ?? "");
  const before = fs.readFileSync(one, "utf8");
  const written = fs.statSync(one).ino;
  const again = await compressTask({ body });
  expect(again.outputs.map(({ sha256 }) => sha256)).toEqual(outputs.map(({ sha256 }) => sha256));
  expect(fs.statSync(one).ino).toBe(written);
  fs.rmSync(one);
  await compressTask({ body });
  expect(fs.readFileSync(one, "utf8")).toBe(before);
  fs.truncateSync(one, 10);
  await compressTask({ body });
  expect(fs.readFileSync(one, "utf8")).toBe(before);
});
