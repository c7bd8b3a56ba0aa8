import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonPrefix, PrefixTree, segmentsOf } from "@/lib/requests/prefix-tree";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { analyzeSketch } from "../../support/analyze-sketch";

function prefixesOf(drawing: string) {
  const { session, ledger, requests } = analyzeSketch(drawing);
  return { requests, prefixes: promptPrefixes(session, ledger, requests) };
}

/** `kind tokens + kind tokens …` of each prompt. */
const draw = (drawing: string) =>
  prefixesOf(drawing).prefixes.map(({ leaf }) =>
    segmentsOf(leaf)
      .map(({ kind, role, tokens }) => `${role ?? kind} ${tokens}`)
      .join(" + "),
  );

describe("a path adds up to its prompt", () => {
  test("an unseen head, then part by part; the same parts are the same nodes", () => {
    const drawing = `
      user abcd ×8
      call a Read {}
      usage write=1000 in=0
      result a abcd ×8
      say abcd ×4
      usage read=1000 write=26 in=0
    `;
    expect(draw(drawing)[1]).toMatch(/^opaque \d+ \+ user \d+ \+ assistant \d+ \+ tool \d+$/);
    const { prefixes } = prefixesOf(drawing);
    const [first, second] = prefixes;
    expect(first && second && commonPrefix(first.leaf, second.leaf)).toBe(first?.leaf);
    expect(prefixes.map(({ leaf }) => leaf.tokens)).toEqual([1000, 1026]);
    expect(second?.answer?.segment?.role).toBe("assistant");
  });

  test("what the client injected without logging comes after the answer", () => {
    const rows = draw(`
      user abcd ×20
      say abcd ×80
      usage write=1000 in=0
      user abcd ×20
      say abcd ×80
      usage read=1000 write=100 in=0
      user abcd ×20
      say ok
      usage read=1100 write=4000 in=0
    `);
    expect(rows[2]).toMatch(/assistant \d+ \+ opaque \d{4} \+ user \d+$/);
    expect(rows[1]).toMatch(/^opaque \d+ \+ user \d+ \+ assistant \d+ \+ user \d+$/);
  });

  test("cleared results keep the prompt as it was before them, with stubs", () => {
    const { prefixes } = prefixesOf(`
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
    const [, second, third] = prefixes;
    const common = second && third && commonPrefix(second.leaf, third.leaf);
    expect(common?.segment?.run).toBe("tool-call");
    expect(third?.leaf.tokens).toBe(1020);
  });

  test("a compaction keeps only the head", () => {
    const { prefixes } = prefixesOf(`
      user go ×100
      say ok
      usage write=5000 in=0
      compact auto 5000
      summary all done
      say ok
      usage read=4900 write=900 in=0
    `);
    const [first, second] = prefixes;
    expect(first && second && commonPrefix(first.leaf, second.leaf)).toBe(first?.head);
  });

  test("a shorter prompt goes back no further than necessary", () => {
    const { prefixes } = prefixesOf(`
      user abcd ×40
      say abcd ×40
      usage write=2000 in=0
      user abcd ×40
      say ok
      usage read=2000 write=200 in=0
      user x
      say ok
      usage read=2000 write=150 in=0
    `);
    const [, second, third] = prefixes;
    const common = second && third && commonPrefix(second.leaf, third.leaf);
    expect(common?.tokens).toBeGreaterThan(1900);
    expect(third?.leaf.tokens).toBe(2150);
  });

  test("whatever the log reports", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "user hello ×9",
        "client <system-reminder>x</system-reminder>",
        "rewind",
        "compact auto 100\nsummary s",
      ),
      fc
        .tuple(fc.integer({ min: 0, max: 900 }), fc.constantFrom("", "model=claude-haiku-4-5 "))
        .map(([tokens, model]) => `call c Read {"a":1}\nusage ${model}write=${tokens} in=3\nresult c text ×9`),
      fc.constantFrom(
        "clear c",
        "call c Read {}\nusage none\nresult c y",
        "agent helper\nclient go",
        "agent main\nuser on",
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 14 }), (lines) => {
        const { prefixes, requests } = prefixesOf(["user first", ...lines].join("\n"));
        expect(prefixes.map(({ leaf }) => leaf.tokens)).toEqual(
          requests.map(({ promptTokens }) => promptTokens.tokens),
        );
      }),
      { numRuns: 150 },
    );
  });
});

describe("the tree", () => {
  const segment = (hash: string, continues?: true) =>
    ({ id: hash, kind: "message", hash, tokens: 1, role: "user", ...(continues && { continues }) }) as const;

  test("scopes share nothing, and another key order is another node", () => {
    const tree = new PrefixTree();
    expect(tree.path("a", [segment("x")])).not.toBe(tree.path("b", [segment("x")]));
    expect(tree.path("a", [segment("x")])).toBe(tree.path("a", [segment("x")]));
  });

  test("a block that continues a message differs from one that begins another", () => {
    const tree = new PrefixTree();
    const one = tree.path("", [segment("a"), segment("b", true)]);
    const two = tree.path("", [segment("a"), segment("b")]);
    expect(one).not.toBe(two);
    expect(commonPrefix(one, two)).toBe(tree.path("", [segment("a")]));
  });
});
