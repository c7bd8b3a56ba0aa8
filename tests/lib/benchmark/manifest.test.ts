import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { corpusRows } from "@/bench/corpus-sessions";
import { listSessions, MANIFEST } from "@/lib/benchmark/manifest";
import { describeShared } from "../../support/shared";

test("the list identifies public sessions by address and digest, and held-out ones only by digest", () => {
  const held = listSessions("held-out", 1_000);
  const all = listSessions("public", 1_000);
  expect([all.length, held.length]).toEqual([172, 28]);
  expect(new Set([...all, ...held].map(({ id }) => id)).size).toBe(200);
  expect(all.every(({ repository }) => repository !== null && MANIFEST.licences[repository] !== undefined)).toBe(true);
  expect(held.every(({ files }) => files.every(({ source, path: place }) => source === null && place === null))).toBe(
    true,
  );
  expect(all[0]?.files[0]?.source).toMatch(/^[\w.-]+\/[\w.-]+\/[0-9a-f]{40}\/\S+$/);
});

test("a short sample covers many repositories", () => {
  expect(new Set(listSessions("public", 24).map(({ repository }) => repository)).size).toBe(11);
});

describeShared("corpus", (folder) => {
  test("the first sessions of the list are those of the corpus", () => {
    const wanted = new Set(listSessions("public", 12).map(({ id }) => id));
    const found = corpusRows().flatMap(({ files: [file = ""] }) => {
      const bytes = gunzipSync(readFileSync(path.join(folder, file)));
      const digest = createHash("sha256").update(bytes).digest("hex");
      return wanted.has(digest) ? [digest] : [];
    });
    expect(new Set(found)).toEqual(wanted);
  }, 60_000);
});
