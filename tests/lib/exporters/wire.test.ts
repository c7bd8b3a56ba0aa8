import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { contextAt } from "@/lib/transcript/context-at";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { sketchSession } from "@/tests/support/sketch-session";
import { exportAs, exportText, sessionOf } from "./export-text";
import { HOSTILE_TEXTS } from "./hostile-texts";

const SESSION = sketchSession(`
  system be brief
  user fix the test
  say reading it
  call a Read {"file_path":"x.ts"}
  usage read=0 write=900 in=3 out=40
  result a const x = 1
  say done
  usage read=900 write=20 in=3 out=4
  agent helper
  user look around
  say looked
  usage read=0 write=9 in=3 out=4
`);

describe.each(CODECS.map((codec) => [codec.id, codec] as const))("%s", (id, codec) => {
  test("equals the codec's output for the request's context, and is valid", () => {
    for (const request of SESSION.responses.keys()) {
      const body = JSON.parse(exportText(id, SESSION, { request }));
      expect(body).toEqual(JSON.parse(JSON.stringify(codec.encode(contextAt(SESSION, request)))));
      expect(codec.validate(body)).toEqual([]);
    }
  });

  test("an agent's history contains all of it and nothing of others; the main agent's is the default", () => {
    expect(exportText(id, SESSION)).toBe(exportText(id, SESSION, { agent: "main" }));
    expect(exportText(id, SESSION)).toContain("done");
    expect(exportText(id, SESSION)).not.toContain("looked");
    expect(exportText(id, SESSION, { agent: "helper" })).toContain("looked");
  });

  test("any valid history and any text give valid JSON that validates", () => {
    fc.assert(
      fc.property(arbitraryConversation({ isClean: true }), (conversation) => {
        const messages = conversation.messages.map((message) => ({
          ...message,
          agent: "main",
          origin: "typed" as const,
        }));
        const body = JSON.parse(exportText(id, { ...sessionOf([]), messages }));
        expect(codec.validate(body)).toEqual([]);
      }),
      { numRuns: 60 },
    );
    for (const text of HOSTILE_TEXTS) expect(() => JSON.parse(exportText(id, sessionOf([text])))).not.toThrow();
  });
});

test("a missing request or agent is a failure that says so", () => {
  expect(exportAs("anthropic", SESSION, { agent: "nobody" })).toMatchObject({
    ok: false,
    error: { code: "no-such-agent" },
  });
  expect(exportAs("anthropic", SESSION, { request: 99 })).toMatchObject({
    ok: false,
    error: { code: "no-such-request" },
  });
  expect(exportAs("anthropic", SESSION, { request: 0, agent: "helper" })).toMatchObject({
    ok: false,
    error: { message: "the request is another agent's" },
  });
});

describe("CSV", () => {
  const read = (text: string) => text.replace("\ufeff", "").trimEnd().split("\n");

  test("has a row per request of every agent, or of the given one", () => {
    expect(read(exportText("csv", SESSION))).toHaveLength(4);
    expect(read(exportText("csv", SESSION, { agent: "helper" }))).toHaveLength(2);
    expect(read(exportText("csv", SESSION, { request: 1 }))[1]).toMatch(/^2,main,/);
  });

  test("neutralises what a spreadsheet would run", () => {
    for (const formula of ["=1+1", "@x", "-2", "+x", "\t=", "\r=", "＝1"]) {
      const responses = SESSION.responses.map((response) => ({ ...response, model: formula }));
      const text = exportText("csv", { ...SESSION, responses });
      expect(text.includes(`,'${formula}`) || text.includes(`,"'${formula}`), JSON.stringify(text)).toBe(true);
    }
  });
});
