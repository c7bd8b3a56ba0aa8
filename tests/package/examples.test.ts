import { expect, test } from "vitest";
import { cheapestOf } from "@/examples/library/choose-strategy.mjs";
import { judge } from "@/examples/library/read-session.mjs";
import { keepSmall } from "@/examples/library/shrink-body.mjs";
import { fit } from "@/examples/library/small-bundle.mjs";
import { exampleToCompaction } from "../support/transcripts";
import { BODIES } from "../support/wire-bodies";

const CHAT = BODIES["openai-chat"];

test("shrink-body keeps a growing conversation small and its beginning unchanged", async () => {
  const small = keepSmall({ strategy: "centagent-externalise", context_window: 20_000, force: true });
  const first = await small.shrink({ model: "gpt-5", messages: CHAT.messages.slice(0, 11) });
  const second = await small.shrink({ model: "gpt-5", messages: CHAT.messages });
  expect(first.saved).toBeGreaterThan(0);
  expect(second.body.model).toBe("gpt-5");
  const [one, other] = [first, second].map(({ body }) => (body.messages as unknown[]).slice(0, 5));
  expect(one).toEqual(other);
  expect([...small.outputs.keys()].some((id) => id.startsWith("out_"))).toBe(true);
});

test("choose-strategy names the one that leaves least", async () => {
  const best = await cheapestOf(["centagent-externalise", "no-such-strategy"], { model: "gpt-5", ...CHAT });
  expect(best).toBe("centagent-externalise");
});

test("read-session prints the built-in example's facts", async () => {
  const said = await judge(exampleToCompaction(7));
  expect(said.format).toBe("claude-code");
  expect(said.requests).toBeGreaterThan(50);
  expect(said.breaks).toContain("compaction");
  expect(said.costs.map(([id]) => id)).toEqual(["logged", "winnow at 60k"]);
  expect(said.costs.every(([, cost]) => typeof cost === "number" && cost > 0)).toBe(true);
  expect(said.advice).toMatch(/\.$/);
});

test("small-bundle brings a body under its limit", async () => {
  const body = (await fit({ model: "gpt-5", ...CHAT }, 5_000)) as { model: string; messages: unknown[] };
  expect(body.model).toBe("gpt-5");
  expect(JSON.stringify(body.messages).length).toBeLessThan(JSON.stringify(CHAT.messages).length / 2);
});
