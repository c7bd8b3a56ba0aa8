import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { inertDownload } from "@/lib/server/sessions/download";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-download-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const BYTES = Buffer.from("a line of a transcript\n".repeat(20_000));
const file = path.join(folder, "raw");
fs.writeFileSync(file, BYTES);
const send = (sha256: string) => inertDownload({ path: file, name: "raw.jsonl", bytes: BYTES.length, sha256 });

test("an unchanged file arrives completely", async () => {
  const answer = send(createHash("sha256").update(BYTES).digest("hex"));
  expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
});

test("a file that changes while it is sent never arrives completely", async () => {
  let received = 0;
  const read = async () => {
    for await (const chunk of send("0".repeat(64)).body ?? []) received += chunk.byteLength;
  };
  await expect(read()).rejects.toThrow("changed while it was sent");
  expect(received).toBeLessThan(BYTES.length);
});
