import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { makeZip } from "@/tests/support/make-zip";
import { makeZstd } from "@/tests/support/make-zstd";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/inspect/log.json";
const log = () => JSON.parse(readFileSync(FIXTURE, "utf8"));

/** The same log as `.eval`, with its samples packed by `method`. */
function evalFile(method?: number, pack?: (text: string) => Uint8Array) {
  const { samples, ...header } = log();
  const packed = samples.map((sample: { id: number; epoch?: number }) => ({
    path: `samples/${sample.id}_epoch_${sample.epoch ?? 1}.json`,
    content: JSON.stringify(sample),
    ...(pack && { packed: pack(JSON.stringify(sample)) }),
    ...(method !== undefined && { method }),
  }));
  return memoryFile(
    makeZip([
      { path: "_journal/start.json", content: "{}" },
      ...packed,
      { path: "header.json", content: JSON.stringify(header) },
    ]),
  );
}

test("inspect: calls of solvers and graders, attachments, failed tools, messages after the last call", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "inspect")).toMatchInlineSnapshot(`
    "sums · 1 | null | 0.3.133
    rows 13 = 4 + 8 kept + 1 bad
    agent thread-1 of main by undefined: scorer
    main system/system: "Be brief."
    main user/typed: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    main assistant/model: thinking + "Let me look." + call bash t1 [sonnet 00–02 10/-/-/100/0/20]
    main tool/tool: error bash t1 "timed out"
    main assistant/model: "答えは四。" [sonnet 05–07 50/-/-/-/100/4]
    thread-1 user/typed: "Grade it."
    thread-1 assistant/model: "C" [4o 09–? 7/-/-/-/-/1]
    main user/typed: "Thanks."
    kept 0:3 event:span_begin
    kept 0:4 event:tool
    kept 0:5 event:score
    kept 0:7 event:span_begin
    kept 0:8 event:tool
    kept 0:9 event:score
    kept 0:12 plan
    kept 0:13 stats

    sums · 1 · epoch 2 | null | 0.3.133
    rows 13 = 4 + 8 kept + 1 bad
    agent thread-1 of main by undefined: scorer
    main system/system: "Be brief."
    main user/typed: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    main assistant/model: thinking + "Let me look." + call bash t1 [sonnet 00–02 10/-/-/100/0/20]
    main tool/tool: error bash t1 "timed out"
    main assistant/model: "答えは四。" [sonnet 05–07 50/-/-/-/100/4]
    thread-1 user/typed: "Grade it."
    thread-1 assistant/model: "C" [4o 09–? 7/-/-/-/-/1]
    main user/typed: "Thanks."
    kept 0:3 event:span_begin
    kept 0:4 event:tool
    kept 0:5 event:score
    kept 0:7 event:span_begin
    kept 0:8 event:tool
    kept 0:9 event:score
    kept 0:12 plan
    kept 0:13 stats

    sums · 2 | null | 0.3.133
    rows 13 = 4 + 8 kept + 1 bad
    main user/typed: "attachment://h1"
    main assistant/model: "答えは四。" [sonnet ?–? 3/-/-/-/-/4]
    kept 0:3 event:span_begin
    kept 0:4 event:tool
    kept 0:5 event:score
    kept 0:7 event:span_begin
    kept 0:8 event:tool
    kept 0:9 event:score
    kept 0:12 plan
    kept 0:13 stats"
  `);
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  expect(session?.tools.map(({ name }) => name)).toEqual(["bash"]);
  expect(session?.messages[1]?.parts[0]).toMatchObject({ text: "x".repeat(50) });
  expect(session?.messages[2]?.parts[2]).toMatchObject({ input: { cmd: "x".repeat(50) } });
});

test("an .eval archive contains the same sessions as the JSON log", async () => {
  await checkImporter([evalFile()], "inspect");
  const [packed, plain] = await Promise.all([mustImport([evalFile()]), mustImport([diskFile(FIXTURE)])]);
  const drawn = (result: typeof plain) =>
    result.sessions.map(({ title, messages, responses }) => [
      title,
      messages.map(({ role, agent }) => [role, agent]),
      responses.map(({ usage }) => usage),
    ]);
  expect(drawn(packed)).toEqual(drawn(plain));
  expect(packed.issues.map(({ code }) => code)).toEqual(["invalid-row"]);
});

test("reads zstd members like others, and reports damaged ones", async () => {
  const [zstd, deflate] = await Promise.all([mustImport([evalFile(93, makeZstd)]), mustImport([evalFile()])]);
  expect(zstd.sessions.map(({ messages }) => messages)).toEqual(deflate.sessions.map(({ messages }) => messages));
  const damaged = await importTranscript([evalFile(93)]);
  expect(damaged).toMatchObject({ ok: false, error: { code: "damaged-archive" } });
});
