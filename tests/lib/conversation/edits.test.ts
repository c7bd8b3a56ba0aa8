import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, provenanceOf } from "@/lib/conversation/apply-edits";
import type { Edit, InsertEdit } from "@/lib/conversation/edit";
import type { Conversation, Message } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { indexParts } from "@/lib/conversation/part-index";
import { traceEdits } from "@/lib/conversation/trace-edits";
import { drawConversation, drawingOf } from "@/tests/support/draw-conversation";

const base = { reason: "test", step: "test", tokensBefore: 1, tokensAfter: 0, reversible: false };
const drop = (...targets: string[]): Edit => ({ ...base, op: "drop", targets });
const text = (id: string, content = id): Part => ({ id, type: "text", text: content });
const replace = (target: string, produced: Part, reference?: string): Edit => ({
  ...base,
  op: "replace",
  targets: [target],
  produced,
  ...(reference !== undefined && { reference: { id: reference, bytes: 1, tokens: 1 } }),
});
const insert = (id: string, after: string | null, targets: string[] = []): InsertEdit => ({
  ...base,
  op: "insert",
  targets,
  after,
  message: { id, role: "user", parts: [text(`${id}.0`, id)] },
});

const three = drawConversation("user: a | b\nassistant: c\nuser: d");
const provenanceAfter = (edits: readonly Edit[]) => {
  const parts = indexParts(three);
  return provenanceOf(parts, traceEdits(parts, edits));
};

describe("applyEdits", () => {
  test("without edits: the same object; untouched messages stay the same objects", () => {
    expect(applyEdits(three, [])).toBe(three);
    const after = applyEdits(three, [drop("m0.1")]);
    expect(drawingOf(after)).toBe("user: a\nassistant: c\nuser: d");
    expect(after.messages[1]).toBe(three.messages[1]);
    expect(after.messages[0]?.parts[0]).toBe(three.messages[0]?.parts[0]);
  });

  test("drops a message without remaining parts, and follows chains of replacements", () => {
    const edits = [drop("m1.0"), replace("m0.0", text("x")), replace("x", text("y"))];
    expect(drawingOf(applyEdits(three, edits))).toBe("user: y | b\nuser: d");
    expect(provenanceAfter(edits).map(({ status }) => status)).toEqual(["replaced", "kept", "dropped", "kept"]);
  });

  test("inserts several messages at one place in edit order, also after inserted and dropped messages", () => {
    const edits = [insert("i1", "m1"), insert("i2", "m1"), insert("i3", "i1"), insert("i0", null), drop("m1.0")];
    expect(drawingOf(applyEdits(three, edits))).toBe("user: i0\nuser: a | b\nuser: i1\nuser: i3\nuser: i2\nuser: d");
  });

  test("provenance: a summary includes what it names; a reference lives as long as the text shows it", () => {
    const summary = provenanceAfter([drop("m0.0"), insert("s", null, ["m0.0"])]);
    expect(summary[0]).toEqual({ partId: "m0.0", status: "dropped", edit: 0, summarisedBy: "s" });
    const aside = replace("m0.0", text("x", "see out_1"), "out_1");
    expect(provenanceAfter([aside])[0]).toMatchObject({ status: "replaced", reference: "out_1" });
    expect(provenanceAfter([aside, replace("x", text("y", "out_1"))])[0]).toHaveProperty("reference", "out_1");
    expect(provenanceAfter([aside, replace("x", text("y", "gone"))])[0]).not.toHaveProperty("reference");
  });

  test.each<[string, Edit[]]>([
    ["unknown target", [drop("nowhere")]],
    ["dropped twice", [drop("m0.0"), drop("m0.0")]],
    ["replaced after it was dropped", [drop("m0.0"), replace("m0.0", text("x"))]],
    ["a produced id that is taken", [replace("m0.0", text("m0.1"))]],
    ["a part that replaces itself", [replace("m0.0", text("m0.0"))]],
    ["an unknown place", [insert("i", "nowhere")]],
  ])("throws on %s", (_, edits) => {
    expect(() => applyEdits(three, edits)).toThrow();
  });

  test("throws on an id shared by two parts", () => {
    const twice: Conversation = {
      tools: [],
      messages: [...three.messages, { ...(three.messages[0] as Message), id: "m9" }],
    };
    expect(() => applyEdits(twice, [drop("m0.0")])).toThrow(/share/);
  });

  test("provenance is a partition, whatever the edits", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 6 }), (choices) => {
        const edits: Edit[] = [];
        const live = new Map(three.messages.flatMap(({ parts }) => parts.map(({ id }) => [id, id] as const)));
        choices.forEach((choice, index) => {
          const [origin, current] = [...live][choice % Math.max(1, live.size)] ?? [];
          if (origin === undefined || current === undefined) return;
          edits.push(choice % 2 === 0 ? drop(current) : replace(current, text(`r${index}`)));
          if (choice % 2 === 0) live.delete(origin);
          else live.set(origin, `r${index}`);
        });
        const after = applyEdits(three, edits);
        const provenance = provenanceAfter(edits);
        expect(provenance.map(({ partId }) => partId)).toEqual(["m0.0", "m0.1", "m1.0", "m2.0"]);
        expect(after.messages.flatMap(({ parts }) => parts.map(({ id }) => id))).toEqual([...live.values()]);
      }),
    );
  });

  test("ten thousand inserts and drops are linear", () => {
    const messages = Array.from(
      { length: 20_000 },
      (_, i) => ({ id: `m${i}`, role: "user", parts: [text(`p${i}`)] }) as Message,
    );
    const edits = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? insert(`i${i}`, `m${i}`) : drop(`p${i}`)));
    const before = process.cpuUsage(); // elapsed time would measure other work on the machine
    const after = applyEdits({ tools: [], messages }, edits);
    expect(after.messages).toHaveLength(20_000);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
