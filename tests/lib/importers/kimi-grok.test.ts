import { describe, expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const KIMI = "tests/fixtures/kimi/wire.jsonl";
const GROK = "tests/fixtures/grok/chat_history.jsonl";

async function only(file: string) {
  const { sessions } = await mustImport([diskFile(file)]);
  const [session] = sessions;
  if (!session || sessions.length !== 1) throw new Error("one session is expected");
  return session;
}

describe("Kimi Code", () => {
  test("as a whole", async () => {
    await expect(await checkImporter([diskFile(KIMI)], "kimi-code")).toMatchFileSnapshot("goldens/kimi-code.txt");
  });

  test("a prompt that stands twice is one message, and a usage that stands twice counts once", async () => {
    const { messages, responses } = await only(KIMI);
    expect(messages.filter(({ origin }) => origin === "typed")).toHaveLength(2);
    expect(responses.map(({ usage }) => usage?.output ?? null)).toEqual([30, 9, 120]);
  });

  test("what a step says is one answer, also where results stand between its calls", async () => {
    const { messages } = await only(KIMI);
    const [answer, ...results] = messages.slice(2, 5);
    expect(answer?.parts.map(({ type }) => type)).toEqual(["reasoning", "tool-call", "tool-call"]);
    expect(results.flatMap(({ parts }) => parts)).toMatchObject([{ isError: false }, { isError: true }]);
  });

  test("the usage of the compaction is that of its summary, and the system prompt stands before it again", async () => {
    const { events, messages, responses } = await only(KIMI);
    const [compaction] = events.filter(({ type }) => type === "compaction");
    expect(compaction).toMatchObject({ trigger: "manual", tokensBefore: 8560, atMessage: 6 });
    expect(messages.slice(6, 8).map(({ origin }) => origin)).toEqual(["system", "summary"]);
    expect(responses[2]?.usage).toMatchObject({ cacheRead: 8500, output: 120 });
  });
});

describe("Grok CLI", () => {
  test("as a whole", async () => {
    await expect(await checkImporter([diskFile(GROK)], "grok")).toMatchFileSnapshot("goldens/grok.txt");
  });

  test("no number is claimed that the file does not state, and what the client added was not typed", async () => {
    const { messages, responses } = await only(GROK);
    expect(responses.map(({ usage }) => usage)).toEqual([null, null]);
    expect(messages.filter(({ role }) => role === "user").map(({ origin }) => origin)).toEqual([
      "client",
      "typed",
      "typed",
    ]);
    expect(messages.at(-1)?.parts.map(({ type }) => type)).toEqual(["file", "text"]);
  });
});
