import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Edit } from "@/lib/conversation/edit";
import type { Conversation } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { cutAt, rootsOf } from "@/lib/evaluation/cut-at";
import { findReportedErrors } from "@/lib/evaluation/error-retention";
import { createReaders } from "@/lib/evaluation/evidence";
import type { NeededSet } from "@/lib/evaluation/future";
import { coverItems, oracleBlocks } from "@/lib/evaluation/hindsight";
import type { Loss } from "@/lib/evaluation/loss";
import { type Cut, measureLoss } from "@/lib/evaluation/measure-loss";
import { findState } from "@/lib/evaluation/state-retention";
import { promptSpans } from "@/lib/transcript/context-at";
import { keepBlocks, quarterCut, quarterTokens } from "../../support/cut";
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
const OTHER = `
  user      fix the failing build
  say       Looking at dockerfiles/alpine.cfg and handleLogin first
  call      q Bash {"command":"grep -rn handleLogin dockerfiles/alpine.cfg"}
  usage     read=0 in=10 out=5
  result    q handleLogin stands at 10.20.30.40
  call      r Edit {"file_path":"dockerfiles/alpine.cfg","old_string":"handleLogin(request, response, next, options)","new_string":"y"}
  usage     read=0 in=10 out=5
`;
const STATE = `
  user      and never touch src/gen.ts
  call      p TodoWrite {"todos":[{"content":"write the parser","status":"pending"},{"content":"read","status":"completed"}]}
  usage     read=0 in=10 out=5
  result    p ok
  call      t Bash {"command":"cd /repo/app && npm test"}
  usage     read=0 in=10 out=5
  result    t 3 passed, 1 failed
  call      g Bash {"command":"git status"}
  usage     read=0 in=10 out=5
  result    g On branch feature/x
  call      e Edit {"file_path":"src/a.ts","old_string":"x","new_string":"y"}
  usage     read=0 in=10 out=5
  result    e ok
  call      f Read {"file_path":"src/a.ts"}
  usage     read=0 in=10 out=5
`;
const ERRORS = `
  user      ask both users
  call      a get_user {"role":"admin","id":"1"}
  usage     read=0 in=10 out=5
  error     a TypeError: no user 1
  call      b Bash {"description":"Run the tests","command":"npm test"}
  usage     read=0 in=10 out=5
  error     b TypeError: no test
  call      c get_user {"role":"admin","id":"2"}
  usage     read=0 in=10 out=5
  result    c Ada
  call      d Bash {"description":"Run them again","command":"npm test"}
  usage     read=0 in=10 out=5
  result    d ok
  call      e Bash {"command":"ls"}
  usage     read=0 in=10 out=5
  result    e a.ts
  call      f Bash {"command":"pwd"}
  usage     read=0 in=10 out=5
`;
/** Results that must not depend on order or repetition. */
const recalls = ({ retention, byKind, hindsight, artifacts, recoverability }: Loss) => ({
  retention,
  byKind,
  needed: hindsight && [hindsight.recall, hindsight.spanRecall, hindsight.soleSourceRecall, hindsight.lostFacts.length],
  artifacts: artifacts.recall,
  recoverable: recoverability?.share,
});
/** Replaces tool results with stubs that have references. */
function maskResults({ evidence: { original } }: Cut, isMasked: (block: number) => boolean) {
  const edits: Edit[] = [];
  let block = -1;
  const messages = original.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => {
      block += 1;
      if (part.type !== "tool-result" || !isMasked(block)) return part;
      const produced = {
        ...part,
        id: `stub ${block}`,
        output: [{ type: "text" as const, text: `[put aside: out_${block}]` }],
      };
      const reference = { id: `out_${block}`, bytes: 1, tokens: 1 };
      edits.push({
        op: "replace",
        targets: [part.id],
        produced,
        reference,
        reason: "old",
        step: "s",
        tokensBefore: 1,
        tokensAfter: 1,
        reversible: true,
      });
      return produced;
    }),
  }));
  return { conversation: { ...original, messages }, edits };
}
const subset = fc.uniqueArray(fc.nat(blocks - 1));
/** Repeated digits would make it a placeholder, which is not a fact. */
const needle = fc.uuid().filter((uuid) => new Set(uuid).size > 6 && /[a-f]/.test(uuid));

test("a call with a shortened input still shows its file; an excerpt of what was put aside claims nothing", () => {
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

test("needed facts are first used by the agent, were not shown before, and are in the original", () => {
  const texts = cut.needed?.entities.map(({ known }) => known.entity.key);
  expect(texts).toContain("number:7c9e6679-7425-40de-944b-e07fc1f90ae7");
  // Only the agent's own words mentioned it before.
  expect(texts).not.toContain("path:lib/prices.ts");
  expect(texts).not.toContain("path:docs/unrelated.md");
  expect(cut.needed?.spans.map(({ span }) => span)).toEqual([
    "export function totalPrice(items) { return items.reduce(sumPrices, 0); }",
  ]);
});

describe("what is behind the shares", () => {
  test("nothing is listed as lost or missed if everything is there", () => {
    const found = loss(cut.evidence.original);
    expect(found.lost).toEqual([]);
    expect(found.artifacts.missed).toEqual([]);
    expect(found.artifacts.untrue).toEqual([]);
    expect(Object.values(found.held).reduce((sum, count) => sum + count, 0)).toBe(cut.evidence.entities.size);
  });

  test("everything is listed if nothing is there, each with the block that contained it", () => {
    const found = loss(EMPTY);
    expect(found.lost).toHaveLength(cut.evidence.entities.size);
    expect(found.artifacts.missed).toHaveLength(found.artifacts.pairs);
    expect(found.artifacts.missed.map(({ path, operation }) => `${operation} ${path}`)).toContain("read src/cart.ts");
    for (const { path, block } of found.artifacts.missed)
      expect(JSON.stringify(cut.evidence.blocks[block]?.part)).toContain(path);
  });

  test("lists what a summary claims although it never happened", () => {
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
      lostFacts: [],
      lostFactTokens: 0,
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
    for (const share of Object.values(found.byKind)) expect([0, null]).toContain(share);
    expect(found.dimensions).toMatchObject({ facts: 0, context: 0, artifact: 0, instruction: 0, continuity: 0 });
    expect(found.hindsight?.lostFacts).toHaveLength(cut.needed?.entities.length ?? -1);
  });

  property.prop([subset, subset])("more blocks never keep less", (some, others) => {
    const small = loss(keepBlocks(cut, (block) => some.includes(block)));
    const large = loss(keepBlocks(cut, (block) => some.includes(block) || others.includes(block)));
    const shares = ({ retention, hindsight, artifacts, byKind }: typeof small) => [
      retention,
      hindsight?.recall ?? 0,
      hindsight?.spanRecall ?? 0,
      hindsight?.soleSourceRecall ?? 0,
      artifacts.recall,
      artifacts.changeDetail ?? 0,
      byKind.error ?? 0,
      byKind.instruction ?? 0,
      byKind.decision ?? 0,
      byKind.state ?? 0,
    ];
    shares(large).forEach((share, index) => {
      expect(share).toBeGreaterThanOrEqual((shares(small)[index] ?? 0) - 1e-9);
    });
  });

  property.prop([subset])("doubling a result changes no recall", (some) => {
    const kept = keepBlocks(cut, (block) => some.includes(block));
    const twice = { ...kept, messages: [...kept.messages, ...kept.messages] };
    expect(recalls(loss(twice))).toEqual(recalls(loss(kept)));
  });

  property.prop([subset, fc.infiniteStream(fc.nat())])("the order of what is kept changes nothing", (some, order) => {
    const kept = keepBlocks(cut, (block) => some.includes(block));
    const shuffled = kept.messages
      .map((message) => ({ message, at: order.next().value as number }))
      .sort((a, b) => a.at - b.at)
      .map(({ message }) => message);
    expect(recalls(loss({ ...kept, messages: shuffled }))).toEqual(recalls(loss(kept)));
  });

  property.prop([fc.constantFrom("\n", "\n\n", "  \n ", " \n\t")])(
    "white space in a summary changes nothing",
    (space) => {
      const lines = [
        "Modified src/cart.ts because sumPrices is not a function, which fails npm test.",
        "You must never edit generated files.",
        "The fix is in lib/prices.ts beside parser_module of version 4.5.6.",
      ];
      const plain = loss(withText(lines.join("\n")));
      const spaced = loss(withText(lines.map((line) => line.replaceAll(" ", "   ")).join(space)));
      expect(recalls(spaced)).toEqual(recalls(plain));
      expect(spaced.faithfulness).toBe(plain.faithfulness);
      expect(spaced.artifacts).toEqual(plain.artifacts);
    },
  );

  property.prop([subset, fc.integer({ min: 2, max: 50 })])(
    "counting tokens differently changes no ratio",
    (some, factor) => {
      const readers = createReaders((part) => factor * quarterTokens(part), rootsOf(session));
      const scaled = cutAt(session, AT, readers);
      const [small, large] = [cut, scaled].map((at) =>
        loss(
          keepBlocks(at, (block) => some.includes(block)),
          at,
        ),
      );
      expect(recalls(large as Loss)).toEqual(recalls(small as Loss));
      expect(large?.hindsight?.oracleEfficiency).toBeCloseTo(small?.hindsight?.oracleEfficiency ?? -1, 9);
      expect(large?.hindsight?.overKeep).toBeCloseTo(small?.hindsight?.overKeep ?? -1, 9);
      expect(large?.hindsight?.lostFactTokens).toBe(factor * (small?.hindsight?.lostFactTokens ?? -1));
      expect(large?.dimensions).toEqual(small?.dimensions);
    },
  );

  property.prop([subset])("a second measurement without cached values gives the same result", (some) => {
    const again = quarterCut(sketchSession(WORK), AT);
    const keep = (block: number) => some.includes(block);
    expect(JSON.stringify(loss(keepBlocks(again, keep), again))).toBe(JSON.stringify(loss(keepBlocks(cut, keep))));
  });

  test("an invented path lowers only faithfulness and artifact precision", () => {
    const base = loss(withText("We modified src/cart.ts because the test failed.", cut.evidence.original));
    const invented = loss(
      withText("We modified src/cart.ts and modified src/invented.ts because it failed.", cut.evidence.original),
    );
    expect(invented.faithfulness).toBeLessThan(base.faithfulness);
    expect(invented.artifacts.precision).toBeLessThan(base.artifacts.precision);
    expect(recalls(invented)).toEqual(recalls(base));
    expect(invented.artifacts.recall).toBe(base.artifacts.recall);
    expect(invented.artifacts.operationAccuracy).toBe(base.artifacts.operationAccuracy);
    expect(invented.artifacts.untrue).toEqual([{ path: "src/invented.ts", operation: "modified" }]);
  });

  property.prop([needle, fc.boolean(), fc.nat(), subset])(
    "a planted needle is one need, lost exactly when its block is",
    (uuid, isEarly, gap, some) => {
      const at = isEarly ? "a" : "d";
      const planted = WORK.replace(`result    ${at} `, `result    ${at} needle=${uuid} `).replace(
        "user      and now?",
        `user      and now?\n  call      z${gap} Bash {"command":"look ${uuid}"}\n  usage     read=0 in=10 out=5\n  result    z${gap} none\n  call      y${gap} Bash {"command":"again ${uuid}"}\n  usage     read=0 in=10 out=5\n  result    y${gap} none`,
      );
      const cut = quarterCut(sketchSession(planted), AT);
      const key = `number:${uuid}`;
      const known = cut.evidence.entities.get(key);
      expect(cut.needed?.entities.filter((need) => need.known.entity.key === key)).toHaveLength(1);
      expect(known?.blocks).toHaveLength(1);
      const kept = loss(
        keepBlocks(cut, (block) => some.includes(block)),
        cut,
      );
      const isLost = !some.includes(known?.blocks[0] as number);
      expect(kept.hindsight?.lostFacts.some((fact) => fact.known.entity.key === key)).toBe(isLost);
    },
  );

  test("another session's future needs nothing that only the first one contained", () => {
    const end = promptSpans(session)[AT]?.end ?? 0;
    const other = sketchSession(OTHER).messages.map((message) => ({ ...message, id: `other ${message.id}` }));
    const crossed = quarterCut({ ...session, messages: [...session.messages.slice(0, end), ...other] }, AT);
    expect(cut.needed?.entities.length).toBeGreaterThan(2);
    expect(crossed.needed?.entities.map(({ known }) => known.entity.key)).toEqual([]);
    expect(crossed.needed?.spans).toEqual([]);
  });

  test("the oracle recalls everything with the fewest tokens: no other choice of blocks needs fewer", () => {
    const needed = cut.needed as NeededSet;
    const chosen = oracleBlocks(needed, cut.evidence);
    const found = loss(keepBlocks(cut, (block) => chosen.has(block)));
    expect(found.hindsight).toMatchObject({ recall: 1, spanRecall: 1, oracleEfficiency: 1, overKeep: 0 });
    const items = [...needed.entities.map(({ known }) => known), ...needed.spans];
    const maskOf = (some: Iterable<number>) => [...some].reduce((mask, block) => mask | (1 << block), 0);
    const masks = items.map((item) => maskOf(item.blocks));
    const tokensOf = (mask: number) =>
      cut.evidence.blocks.reduce((sum, { tokens }, block) => sum + (mask & (1 << block) ? tokens : 0), 0);
    const least = tokensOf(maskOf(chosen));
    for (let choice = 0; choice < 2 ** blocks; choice += 1)
      if (masks.every((mask) => mask & choice) && tokensOf(choice) < least) expect.fail(`blocks ${choice} are cheaper`);
  });

  const sets = fc.array(fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
  property.prop([sets, fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 12, maxLength: 12 })])(
    "a cover includes every item and no superfluous block",
    (held, costs) => {
      const items = held.map((own) => ({ blocks: own }));
      const chosen = coverItems(items, (block) => costs[block] ?? 0);
      const covers = (some: ReadonlySet<number>) => items.every((item) => item.blocks.some((block) => some.has(block)));
      expect(covers(chosen)).toBe(true);
      for (const block of chosen) expect(covers(new Set([...chosen].filter((other) => other !== block)))).toBe(false);
    },
  );

  property.prop([subset])("masking with references keeps identifiers, and makes everything recoverable", (masked) => {
    const isResult = (block: number) =>
      cut.evidence.blocks[block]?.part.type === "tool-result" && masked.includes(block);
    const { conversation, edits } = maskResults(cut, isResult);
    const referenced = measureLoss(cut, { conversation, edits });
    const bare = measureLoss(cut, { conversation, edits: [] });
    expect(referenced.recoverability?.share).toBeGreaterThanOrEqual(bare.recoverability?.share ?? 1);
    expect(referenced.recoverability?.share).toBe(1);
    expect(referenced.hindsight?.recall).toBe(bare.hindsight?.recall);
    expect(referenced.artifacts.recall).toBe(1);
  });

  test("an encrypted summary is not measurable, which is not the same as nothing", () => {
    const opaque = { type: "opaque" as const, id: "sealed", value: { encrypted_content: "gAAAA" } };
    const found = loss({ ...EMPTY, messages: [{ id: "sealed", role: "assistant", parts: [opaque] }] });
    expect(found.dimensions).toMatchObject({
      notMeasurable: "opaque",
      overall: null,
      facts: null,
      instruction: null,
    });
    expect(loss(EMPTY).dimensions).toMatchObject({ notMeasurable: null, overall: expect.any(Number) });
  });

  test("tokens per task: every later prompt carries what is kept, and fetching costs tokens", () => {
    const whole = loss(cut.evidence.original).tokensPerTask;
    const empty = loss(EMPTY);
    const kept = cut.evidence.blocks.reduce((sum, { tokens }) => sum + tokens, 0);
    const calls = cut.needed?.calls ?? 0;
    expect(whole?.compressed).toBe(whole?.original);
    expect((whole?.original ?? 0) - (empty.tokensPerTask?.compressed ?? 0)).toBe(
      calls * kept - (empty.recoverability?.refetchTokens ?? 0),
    );
    expect(calls).toBe(2);
  });

  test("an error is resolved by the same call, not by one with another subject", () => {
    const { evidence, readers } = quarterCut(sketchSession(ERRORS), 5);
    expect(findReportedErrors(evidence, readers).map(({ isResolved }) => isResolved)).toEqual([false, true]);
  });

  test("the open question is the last text that the user typed", () => {
    const reminder = "client    The todo list is empty. Do not mention this reminder.";
    const at = quarterCut(sketchSession(STATE.replace("  call      e", `  ${reminder}\n  call      e`)), 4);
    expect(findState(at.evidence).at(-1)).toMatchObject({
      kind: "open-question",
      text: "and never touch src/gen.ts",
    });
  });

  test("plan, tests, branch and folder are state; an instruction about another file is a different one", () => {
    const at = quarterCut(sketchSession(STATE), 4);
    expect(findState(at.evidence).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      "plan: write the parser",
      "tests: 3 passed, 1 failed",
      "branch: feature/x",
      "folder: /repo/app",
      "edited-file: src/a.ts",
      "open-question: and never touch src/gen.ts",
    ]);
    const told = (text: string) => loss(withText(text), at).byKind;
    expect(told("never touch src/gen.ts").instruction).toBe(1);
    expect(told("never touch src/other.ts").instruction).toBe(0);
    expect(told("On branch feature/x in /repo/app: 3 passed, 1 failed; write the parser").state).toBeCloseTo(4 / 6, 9);
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

test("what was put aside with a reference, or came from a path still mentioned, can be fetched", () => {
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
