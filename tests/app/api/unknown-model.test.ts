import { describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postJson, startTestServer } from "../../support/test-server";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const count = apiRoute("POST /api/tokens");

startTestServer();

const LONG = Array.from({ length: 400 }, (_, line) => `line ${line + 1}: value ${line * 7}`).join("\n");
const messages = [
  { role: "user", content: "Count" },
  ...["a", "b", "c", "d"].flatMap((id) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "ls", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: id, content: LONG },
  ]),
  { role: "assistant", content: "Done." },
  { role: "user", content: "And now?" },
];
const post = async (route: unknown, body: object) => (await postJson(route, "/api/x", { messages, ...body })).json();
const codes = ({ warnings = [] }: { warnings?: { code: string }[] }) => warnings.map(({ code }) => code);

describe("an unknown model", () => {
  const model = "acme-9000";

  test("estimates its tokens, and says so", async () => {
    const answer = await post(compress, { model });
    expect(answer.stats.tokenizer.basis).toBe("estimated");
    expect(codes(answer)).toContain("unknown-model");
    expect(answer.warnings[0].message).toContain(model);
    const counted = await post(count, { model });
    expect(counted).toMatchObject({ counts: [{ basis: "estimated" }], warnings: [{ code: "unknown-model" }] });
    expect(codes(await post(compare, { model, strategies: ["winnow"] }))).toContain("unknown-model");
  });

  test("without a model, tokens are estimated too; a known model or an explicit tokenizer makes them exact", async () => {
    expect((await post(compress, {})).stats.tokenizer.basis).toBe("estimated");
    const known = await post(compress, { model: "gpt-5" });
    expect({ basis: known.stats.tokenizer.basis, codes: codes(known) }).toEqual({
      basis: "exact",
      codes: expect.not.arrayContaining(["unknown-model"]),
    });
    expect((await post(compress, { model, tokenizer: "o200k" })).stats.tokenizer).toEqual({
      id: "o200k",
      basis: "exact",
    });
  });

  test.each([
    "claude-code",
    "roo-truncate",
    "goose-middle-out",
    "opencode-compact",
    "fixed-threshold",
    "openai-truncation-auto",
    "crush",
    "continue-cli-auto",
    "aider-cut",
    "langchain-trim",
    "factory-anchored",
    { until: { fraction: 0.5 }, ladder: ["kilo-truncate"] },
  ])("%j depends on the window, so it is unavailable and explains why", async (strategy) => {
    const answer = await post(compress, { model, strategy });
    expect({ status: answer.status, messages: answer.messages }).toEqual({ status: "unavailable", messages });
    expect(codes(answer)).toContain("window-unknown");
    const told = await post(compress, { model, strategy, context_window: 1_000_000 });
    expect(codes(told)).not.toContain("window-unknown");
  });

  test.each(["cline-classic", "cline-basic"])(
    "%s assumes the window that its product assumes, and says so",
    async (strategy) => {
      expect(codes(await post(compress, { model, strategy }))).toContain("window-assumed");
      expect(codes(await post(compress, { model, strategy, context_window: 200_000 }))).not.toContain("window-assumed");
    },
  );

  test("`winnow` runs the step that needs no window, and reports what it leaves undone", async () => {
    for (const named of [{ model }, {}]) {
      expect(codes(await post(compress, named))).toContain("no-limit");
      expect(codes(await post(compress, { ...named, context_window: 200_000 }))).not.toContain("no-limit");
      expect(codes(await post(compress, { ...named, target: { fraction: 0.9 } }))).not.toContain("no-limit");
      expect(codes(await post(compress, { ...named, strategy: "centagent-externalise" }))).not.toContain("no-limit");
    }
    expect(codes(await post(compress, { model: "gpt-5" }))).not.toContain("no-limit");
  });

  test("reports that no model is named, unless a tokenizer is given explicitly", async () => {
    expect(codes(await post(compress, {}))).toContain("no-model");
    expect(codes(await post(compare, { strategies: ["winnow"] }))).toContain("no-model");
    for (const told of [{ model }, { model: "gpt-5" }, { tokenizer: "o200k" }])
      expect(codes(await post(compress, told))).not.toContain("no-model");
  });

  test("strategies that need no window run", async () => {
    expect((await post(compress, { model, strategy: "centagent-externalise" })).status).toBe("applied");
    expect((await post(compress, { model, strategy: "roo-truncate", force: true })).status).toBe("applied");
  });
});
