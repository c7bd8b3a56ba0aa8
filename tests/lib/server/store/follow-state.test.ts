import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { FollowState } from "@/lib/server/store/follow-state";

test("with a damaged follow.json nothing is followed, and no page breaks", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-follow-"));
  const file = path.join(folder, "follow.json");
  fs.writeFileSync(file, '{"roots": ');
  expect(new FollowState(file).fileAt("claude-code", "a.jsonl") ?? null).toBeNull();
  fs.rmSync(folder, { recursive: true });
});
