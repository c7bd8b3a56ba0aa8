import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import type { Tokenizer } from "@/lib/tokenizers/tokenizer";
import { quarterTokenizer } from "../../support/fake-tokenizer";
import { sketchSession } from "../../support/sketch-session";

const HIDDEN = 1_000;

/** A session of `sizes.length` calls; the prompt has 1,000 unlogged tokens, and grows by `grow` of each call's texts. */
function sessionOf(sizes: readonly number[], grow: (size: number) => number) {
  let prompt = HIDDEN + grow(0);
  const lines = ["user go"];
  sizes.forEach((size, at) => {
    lines.push(`call c${at} Bash {}`, `usage write=${prompt} in=0 out=1`, `result c${at} abcd ×${size}`);
    prompt += grow(size);
  });
  return sketchSession([...lines, "say ok", `usage write=${prompt} in=0 out=1`].join("\n"));
}

/** The texts of a call and its result as `quarterTokenizer` counts them. */
const textsOf = (size: number) => (size === 0 ? 1 : 2 + Math.ceil(("abcd ".length * size) / 4));
const unseenOf = (session: ReturnType<typeof sketchSession>, tokenizer: Tokenizer) =>
  reconstructRequests(session, buildTokenLedger(session, tokenizer)).map(({ composition }) => composition.unseen);

const sizes = fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 4, maxLength: 12 });
const claude = { ...quarterTokenizer, id: "claude" } as const;
const exact = { ...quarterTokenizer, id: "qwen", basis: "exact" } as const;

test("for a server that counts no frames, the unlogged tokens keep their size", () => {
  fc.assert(
    fc.property(sizes, (drawn) => {
      for (const unseen of unseenOf(sessionOf(drawn, textsOf), claude))
        expect(Math.abs(unseen - HIDDEN)).toBeLessThan(3);
    }),
  );
});

test("a server that counts differently than the tokenizer turns its counts into estimates in the server's tokens", () => {
  fc.assert(
    fc.property(sizes, fc.constantFrom(0.5, 0.75, 1.5), (drawn, factor) => {
      const session = sessionOf(drawn, (size) => Math.round(factor * textsOf(size)));
      expect(buildTokenLedger(session, exact).tokenizer).toEqual({ id: "qwen", basis: "estimated" });
      for (const unseen of unseenOf(session, exact))
        expect(Math.abs(unseen - HIDDEN)).toBeLessThan(2 * drawn.length + 3);
    }),
  );
});

test("exact counts stay exact if the server counts the same way, whatever the client occasionally adds", () => {
  fc.assert(
    fc.property(sizes, (drawn) => {
      const session = sessionOf(drawn, (size) => textsOf(size) + (size === drawn[0] ? 300 : 0));
      fc.pre(drawn.filter((size) => size === drawn[0]).length === 1 && (drawn[0] ?? 0) * 2 < Math.max(...drawn));
      expect(buildTokenLedger(session, exact).tokenizer.basis).toBe("exact");
    }),
  );
});

test("two steps prove nothing", () => {
  expect(
    buildTokenLedger(
      sessionOf([200, 200], (size) => 3 * textsOf(size)),
      exact,
    ).tokenizer.basis,
  ).toBe("exact");
});
