import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { CONTENT_KINDS } from "@/lib/ledger/content-kind";
import { type ModelRequest, reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { quarterTokenizer } from "../../support/fake-tokenizer";
import { sketchSession } from "../../support/sketch-session";

function requestsOf(drawing: string): ModelRequest[] {
  const session = sketchSession(drawing);
  return reconstructRequests(session, buildTokenLedger(session, quarterTokenizer));
}

const sumOf = ({ composition }: ModelRequest) => CONTENT_KINDS.reduce((sum, kind) => sum + composition[kind], 0);

/** Prints the non-zero kinds of each prompt. */
const draw = (requests: ModelRequest[]) =>
  requests.map(({ composition, promptTokens }) => {
    const kinds = CONTENT_KINDS.filter((kind) => composition[kind] > 0).map((kind) => `${kind} ${composition[kind]}`);
    return `${promptTokens.tokens} = ${kinds.join(" + ")}`;
  });

describe("composition", () => {
  test("grows by what was appended, on an unseen head that stays", () => {
    // Estimates 10 | 2 + 10 | 5 + 5; growth 26 and 20; k is the median ratio, 26 / 12, and the first message 10 k = 22.
    const drawing = `
      user abcd ×8
      call a Read {}
      usage write=1000 in=0
      result a abcd ×8
      say abcd ×4
      usage read=1000 write=26 in=0
      user abcd ×4
      say bye
      usage read=1026 write=20 in=0
    `;
    expect(draw(requestsOf(drawing))).toEqual([
      "1000 = unseen 978 + user 22",
      "1026 = unseen 978 + user 22 + file 22 + tool_call 4",
      "1046 = unseen 978 + user 32 + file 22 + tool_call 4 + assistant 10",
    ]);
  });

  test("restarts at a compaction", () => {
    const requests = requestsOf(`
      user abcd ×400
      say ok
      usage write=2000 in=0
      compact auto 2000
      summary abcd ×8
      say ok
      usage read=100 write=900 in=0
    `);
    expect(requests[1]?.composition).toMatchObject({ user: 0, summary: 10, unseen: 990 });
  });

  test("drops cleared results except for their stub", () => {
    const requests = requestsOf(`
      user go
      call a Bash {}
      usage write=1000 in=0
      result a abcd ×400
      say ok
      usage read=1000 write=600 in=0
      clear a
      user more
      say ok
      usage read=900 write=120 in=0
    `);
    expect(requests[1]?.composition.tool_result).toBeGreaterThan(550);
    expect(requests[2]?.composition.tool_result).toBe(8);
  });

  test("leaves out the reasoning of earlier turns once the client no longer sends it, and keeps the unlogged start", () => {
    const [, , third, fourth] = requestsOf(`
      user go
      think abcd ×400
      call a Bash {}
      usage write=1000 in=0 out=450
      result a abcd ×40
      say ok
      usage read=1000 write=500 in=0 out=9
      user more
      say done
      usage read=900 write=160 in=0 out=9
      user and more
      say done
      usage read=1060 write=40 in=0 out=9
    `);
    expect(third?.composition.unseen).toBeGreaterThan(900);
    expect(third?.composition.reasoning).toBeLessThan(50);
    expect(third?.leftOut.reasoning).toBeGreaterThan(350);
    expect(fourth?.leftOut).toEqual(third?.leftOut);
  });

  test("subtracts a decrease within a turn from tool outputs, and assumes nothing about a rewritten prompt or another turn", () => {
    const after = (tokens: number, message: string) =>
      requestsOf(`
        user go
        call a Bash {}
        usage write=1000 in=0
        result a abcd ×800
        call b Bash {}
        usage read=1000 write=900 in=0
        ${message}
        say ok
        usage read=${tokens} write=0 in=0
      `)[2];
    const within = after(1_500, "result b ok");
    expect(within?.leftOut.tool_result).toBeGreaterThan(350);
    expect(within?.composition.unseen).toBeGreaterThan(950);
    expect(after(1_100, "result b ok")?.leftOut).toEqual({ reasoning: 0, tool_result: 0 });
    const another = after(1_500, "user more");
    expect(another?.leftOut).toEqual({ reasoning: 0, tool_result: 0 });
    expect(another?.composition.unseen).toBeLessThan(700);
  });

  test("scales visible tokens down if they exceed the prompt, so that unseen is never negative", () => {
    const [request] = requestsOf("user abcd ×800\nsay ok\nusage write=100 in=0");
    expect(request?.composition).toMatchObject({ unseen: 0, user: 100 });
  });

  test("without a reported total, the prompt is what is visible", () => {
    const [request] = requestsOf("user abcdefgh\nsay ok\nusage none");
    expect(request).toMatchObject({ promptTokens: { tokens: 2, basis: "estimated" }, usage: null, output: null });
  });

  test("an unreported request keeps the head that its agent last showed", () => {
    const requests = requestsOf("user abcd\nsay abcd\nusage write=500 in=0\nuser abcd\nsay abcd\nusage none");
    expect(requests[1]?.promptTokens).toEqual({ tokens: 502, basis: "estimated" });
  });

  test("agents have separate prompts and counters", () => {
    const requests = requestsOf(`
      user abcd ×4
      call a Task {}
      usage write=1000 in=0
      agent helper
      client abcd ×4
      say found
      usage write=300 in=0
      agent main
      result a abcd ×4
      say ok
      usage read=1000 write=20 in=0
    `);
    expect(requests.map(({ index, indexInAgent, agent }) => [index, indexInAgent, agent])).toEqual([
      [0, 0, "main"],
      [1, 0, "helper"],
      [2, 1, "main"],
    ]);
    expect(requests[1]?.composition).toMatchObject({ system: 14, user: 0 });
    expect(requests[2]?.composition).toMatchObject({ system: 0, unseen: requests[0]?.composition.unseen });
  });
});

test("law: whatever happens, a composition is whole, not negative, and adds up to the prompt", () => {
  const line = fc.oneof(
    fc.integer({ min: 1, max: 400 }).map((words) => `user word ×${words}`),
    fc.integer({ min: 1, max: 400 }).map((words) => `client note ×${words}`),
    fc.constantFrom("compact auto 100\nsummary so far so good", "clear c1 c2", "rewind", "agent helper", "agent main"),
    fc
      .record({ call: fc.constantFrom("c1", "c2", "c3"), words: fc.nat(300) })
      .map(({ call, words }) => `call ${call} Read {}\nresult ${call} text ×${words + 1}`),
    fc
      .record({
        read: fc.nat(3000),
        write: fc.nat(3000),
        words: fc.integer({ min: 1, max: 99 }),
        model: fc.constantFrom("a", "b"),
      })
      .map(
        ({ read, write, words, model }) =>
          `say word ×${words}\nusage model=${model} read=${read} write=${write} in=3 out=5`,
      ),
    fc.constantFrom("say hm\nusage none", "think word ×90"),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      for (const request of requestsOf(lines.join("\n"))) {
        expect(sumOf(request)).toBe(request.promptTokens.tokens);
        for (const kind of CONTENT_KINDS) {
          expect(request.composition[kind]).toBeGreaterThanOrEqual(0);
          expect(Number.isInteger(request.composition[kind])).toBe(true);
        }
      }
    }),
  );
});
