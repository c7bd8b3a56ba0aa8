import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { oracleBlocks } from "@/lib/evaluation/hindsight";
import { type Cut, measureLoss } from "@/lib/evaluation/measure-loss";
import { promptSpans } from "@/lib/transcript/context-at";
import { keepBlocks, quarterCut } from "../../support/cut";
import { sketchSession } from "../../support/sketch-session";

const WORK = `
  system    you must never edit generated files
  user      fix the failing test in src/cart.ts, and always answer in English
  say       I will read it first
  call      a Read {"file_path":"src/cart.ts"}
  usage     read=0 in=10 out=5
  result    a export function totalPrice(items) { return items.reduce(sumPrices, 0); } // needle 7c9e6679-7425-40de-944b-e07fc1f90ae7
  call      b Bash {"command":"npm test"}
  usage     read=0 in=10 out=5
  error     b TypeError: sumPrices is not a function at src/cart.ts:12
  say       The root cause is the missing import, so I will use lib/prices.ts instead of a copy
  call      c Edit {"file_path":"src/cart.ts","old_string":"export function totalPrice(items) { return items.reduce(sumPrices, 0); }","new_string":"x"}
  usage     read=0 in=10 out=5
  result    c edited
  call      d Read {"file_path":"docs/unrelated.md"}
  usage     read=0 in=10 out=5
  result    d see https://example.com/docs and version 4.5.6 of the parser_module
  user      and now?
  call      e Bash {"command":"git commit -m 7c9e6679-7425-40de-944b-e07fc1f90ae7"}
  usage     read=0 in=10 out=5
  result    e done
  call      f Edit {"file_path":"lib/prices.ts","old_string":"export function totalPrice(items) { return items.reduce(sumPrices, 0); }","new_string":"y"}
  usage     read=0 in=10 out=5
`;
const session = sketchSession(WORK);
const AT = 4;
const cut = quarterCut(session, AT);
const loss = (conversation: Conversation, at: Cut = cut) => measureLoss(at, { conversation, edits: [] });
const EMPTY: Conversation = { tools: [], messages: [] };
const withText = (text: string, base: Conversation = EMPTY): Conversation => ({
  ...base,
  messages: [...base.messages, { id: "new", role: "user", parts: [{ type: "text", id: "new.1", text }] }],
});
const blocks = cut.evidence.blocks.length;
const subset = fc.uniqueArray(fc.nat(blocks - 1));

test("a call whose input was shortened still tells of its file; an excerpt of what was put aside claims nothing", () => {
  const shorten = (change: (part: Part) => Part): Conversation => ({
    ...cut.evidence.original,
    messages: cut.evidence.original.messages.map((message) => ({ ...message, parts: message.parts.map(change) })),
  });
  const shortened = shorten((part) =>
    part.type === "tool-call" && part.toolName === "Edit"
      ? { ...part, id: "s", input: { file_path: "src/cart.ts" } }
      : part,
  );
  expect(loss(shortened).artifacts).toMatchObject({ precision: 1, recall: 1 });
  const nameless = shorten((part) =>
    part.type === "tool-call" && part.toolName === "Edit" ? { ...part, id: "s", input: {} } : part,
  );
  expect(loss(nameless).artifacts.recall).toBeLessThan(1);
  const { original } = cut.evidence;
  const excerpt = withText("[text put aside as out_0a1b; 9 lines]\nI deleted lib/never.ts", original);
  expect(loss(excerpt).artifacts.precision).toBe(1);
  expect(loss(withText("I deleted lib/never.ts", original)).artifacts.precision).toBeLessThan(1);
});

test("the needed set: first used by the agent, not shown again before, held by the original", () => {
  const texts = cut.needed?.entities.map(({ known }) => known.entity.key);
  expect(texts).toContain("number:7c9e6679-7425-40de-944b-e07fc1f90ae7");
  expect(texts).toContain("path:lib/prices.ts");
  expect(texts).not.toContain("path:docs/unrelated.md");
  expect(cut.needed?.spans.map(({ span }) => span)).toEqual([
    "export function totalPrice(items) { return items.reduce(sumPrices, 0); }",
  ]);
});

describe("what stands behind the shares", () => {
  test("nothing is listed as lost or missed where everything stands", () => {
    const found = loss(cut.evidence.original);
    expect(found.lost).toEqual([]);
    expect(found.artifacts.missed).toEqual([]);
    expect(found.artifacts.untrue).toEqual([]);
    expect(Object.values(found.held).reduce((sum, count) => sum + count, 0)).toBe(cut.evidence.entities.size);
  });

  test("all is listed where nothing stands, each with the block that held it", () => {
    const found = loss(EMPTY);
    expect(found.lost).toHaveLength(cut.evidence.entities.size);
    expect(found.artifacts.missed).toHaveLength(found.artifacts.pairs);
    expect(found.artifacts.missed.map(({ path, operation }) => `${operation} ${path}`)).toContain("read src/cart.ts");
    for (const { path, block } of found.artifacts.missed)
      expect(JSON.stringify(cut.evidence.blocks[block]?.part)).toContain(path);
  });

  test("what a summary claims and never happened is listed", () => {
    const found = loss(withText("Deleted lib/never.ts and modified src/cart.ts"));
    expect(found.artifacts.untrue).toContainEqual({ path: "lib/never.ts", operation: "deleted" });
  });
});

describe("laws", () => {
  test("identity loses nothing", () => {
    const found = loss(cut.evidence.original);
    expect(found.retention).toBe(1);
    expect(found.faithfulness).toBe(1);
    expect(found.hindsight).toMatchObject({
      recall: 1,
      spanRecall: 1,
      soleSourceRecall: 1,
      regret: [],
      regretTokens: 0,
    });
    expect(found.artifacts).toMatchObject({ precision: 1, recall: 1, f1: 1, pathF1: 1 });
    for (const share of Object.values(found.byKind)) expect([1, null]).toContain(share);
    expect(found.dimensions.overall).toBe(5);
  });

  test("dropping everything keeps nothing", () => {
    const found = loss(EMPTY);
    expect(found.retention).toBe(0);
    expect(found.hindsight).toMatchObject({ recall: 0, spanRecall: 0 });
    expect(found.recoverability?.share).toBe(0);
    expect(found.byKind.instruction).toBe(0);
    expect(found.artifacts.recall).toBe(0);
  });

  property.prop([subset, subset])("more blocks never keep less", (some, others) => {
    const small = loss(keepBlocks(cut, (block) => some.includes(block)));
    const large = loss(keepBlocks(cut, (block) => some.includes(block) || others.includes(block)));
    const shares = ({ retention, hindsight, artifacts, byKind }: typeof small) => [
      retention,
      hindsight?.recall ?? 0,
      hindsight?.spanRecall ?? 0,
      artifacts.recall,
      byKind.error ?? 0,
      byKind.instruction ?? 0,
      byKind.decision ?? 0,
      byKind.state ?? 0,
    ];
    shares(large).forEach((share, index) => {
      expect(share).toBeGreaterThanOrEqual((shares(small)[index] ?? 0) - 1e-9);
    });
  });

  property.prop([subset])("doubling a result and changing its white space changes no recall", (some) => {
    const kept = keepBlocks(cut, (block) => some.includes(block));
    const twice = { ...kept, messages: [...kept.messages, ...kept.messages] };
    expect(loss(twice).hindsight?.recall).toBe(loss(kept).hindsight?.recall);
    expect(loss(twice).retention).toBe(loss(kept).retention);
  });

  test("an invented path lowers faithfulness and the artifact precision only", () => {
    const base = loss(withText("We modified src/cart.ts because the test failed.", cut.evidence.original));
    const invented = loss(
      withText("We modified src/cart.ts and modified src/invented.ts because it failed.", cut.evidence.original),
    );
    expect(invented.faithfulness).toBeLessThan(base.faithfulness);
    expect(invented.artifacts.precision).toBeLessThan(base.artifacts.precision);
    expect(invented.retention).toBe(base.retention);
    expect(invented.hindsight?.recall).toBe(base.hindsight?.recall);
  });

  test("a planted needle is one need, lost exactly when its block is", () => {
    const key = "number:7c9e6679-7425-40de-944b-e07fc1f90ae7";
    const holder = cut.evidence.entities.get(key)?.blocks ?? [];
    expect(cut.needed?.entities.filter(({ known }) => known.entity.key === key)).toHaveLength(1);
    expect(holder).toHaveLength(1);
    const without = loss(keepBlocks(cut, (block) => !holder.includes(block)));
    expect(without.hindsight?.regret.map(({ known }) => known.entity.key)).toContain(key);
    const only = loss(keepBlocks(cut, (block) => holder.includes(block)));
    expect(only.hindsight?.regret.map(({ known }) => known.entity.key)).not.toContain(key);
  });

  test("the future of another session needs almost nothing", () => {
    const other = sketchSession(
      WORK.replaceAll("cart", "boat")
        .replaceAll("7c9e", "1111")
        .replaceAll("rices", "orts")
        .replaceAll("Price", "Port"),
    );
    const end = promptSpans(session)[AT]?.end ?? 0;
    const crossed = quarterCut(
      { ...session, messages: [...session.messages.slice(0, end), ...other.messages.slice(end)] },
      AT,
    );
    expect(crossed.needed?.entities.length ?? 0).toBeLessThan((cut.needed?.entities.length ?? 0) / 2);
  });

  test("the oracle recalls everything with the fewest tokens", () => {
    const chosen = cut.needed ? oracleBlocks(cut.needed, cut.evidence) : new Set<number>();
    const found = loss(keepBlocks(cut, (block) => chosen.has(block)));
    expect(found.hindsight).toMatchObject({ recall: 1, spanRecall: 1, oracleEfficiency: 1 });
  });

  test("a word list is not a memory, a sentence is", () => {
    const names = ["lib/prices.ts", "src/cart.ts", "totalPrice", "sumPrices", "parser_module"];
    const listed = loss(withText(names.join(" ")));
    const told = loss(
      withText(
        `The function totalPrice in src/cart.ts calls sumPrices, which lives in lib/prices.ts beside parser_module`,
      ),
    );
    expect(listed.retention).toBe(0);
    expect(told.retention).toBeGreaterThan(0.3);
  });
});

test("what was put aside with a reference, or came from a path still named, can be had back", () => {
  const holder = cut.evidence.entities.get("number:7c9e6679-7425-40de-944b-e07fc1f90ae7")?.blocks[0] ?? -1;
  const part = cut.evidence.blocks[holder]?.part;
  if (part?.type !== "tool-result") throw new Error("the needle stands in a tool result");
  const stub = { ...part, id: "stub", output: [{ type: "text" as const, text: "[put aside: out_1]" }] };
  const conversation = {
    ...cut.evidence.original,
    messages: cut.evidence.original.messages.map((message) => ({
      ...message,
      parts: message.parts.map((candidate) => (candidate === part ? stub : candidate)),
    })),
  };
  const edit = {
    op: "replace" as const,
    targets: [part.id] as [string],
    produced: stub,
    reference: { id: "out_1", bytes: 1, tokens: 1 },
    reason: "large",
    step: "s",
    tokensBefore: 1,
    tokensAfter: 1,
    reversible: true,
  };
  const kept = measureLoss(cut, { conversation, edits: [edit] });
  expect(kept.recoverability).toMatchObject({ share: 1, brokenRefs: 0 });
  expect(kept.recoverability?.refetchTokens).toBeGreaterThan(120);
  const broken = measureLoss(cut, { conversation, edits: [edit], resolves: () => false });
  expect(broken.recoverability).toMatchObject({ share: 0, brokenRefs: 1 });
});
