import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlText, pythonText, sentOf, typescriptText } from "@/lib/view-models/compare/take-away";

const call = {
  session: { id: "s1", agent: "main", number: 4 },
  force: true,
  choice: { slot: 1, id: "roo-3.25", params: { text: `it's "quoted", é\n`, none: null, flags: [true, 1.5] } },
  model: null,
};
const body = {
  session: call.session,
  strategy: { id: "roo-3.25", params: call.choice.params },
  force: true,
  summarizer: "extractive",
};
const ORIGIN = "http://127.0.0.1:3000";

describe("the same call for a program", () => {
  it("sends the same body in TypeScript", () => {
    const source = typescriptText(call, ORIGIN).match(/JSON\.stringify\(([\s\S]*?)\),\n\}\);/)?.[1] ?? "";
    expect(JSON.parse(source)).toEqual(body);
  });

  it("sends the same body in Python, with Python's literals", ({ skip }) => {
    const source = pythonText(call, ORIGIN).match(/^body = (.*)$/m)?.[1] ?? "";
    const run = spawnSync("python3", ["-c", `import json,sys; print(json.dumps(eval(sys.stdin.read())))`], {
      input: source,
      encoding: "utf8",
      env: { ...process.env, PYTHONUTF8: "1" },
    });
    if (run.error) skip("no Python here");
    expect(JSON.parse(run.stdout)).toEqual(body);
  });

  it("survives a shell's quotes", () => {
    const echoed = spawnSync("sh", ["-c", curlText(call, ORIGIN).replace(/^curl .* -d /, "printf %s ")], {
      encoding: "utf8",
    });
    expect(JSON.parse(echoed.stdout)).toEqual(body);
  });
});

describe("what is sent to a provider", () => {
  it("is the history under its format's key, with the fields next to it", () => {
    expect(sentOf({ contents: [{}, {}], tools: [], stats: {}, state: {} })).toMatchObject({ items: 2 });
    expect(JSON.parse(sentOf({ system: "s", messages: [1], id: "x" }).text)).toEqual({ system: "s", messages: [1] });
    expect(sentOf({ input: "one text" })).toMatchObject({ items: 0, text: expect.stringContaining("one text") });
  });
});
