import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawingOf, drawKept } from "@/tests/support/draw-conversation";
import { readStoredOutput } from "@/tests/support/read-stored-output";
import { rememberingStore, testEnvironment } from "@/tests/support/strategy-environment";

/** One exchange with this output. */
function withOutput(tool: string, text: string, isError = false): Conversation {
  const drawn = drawConversation(`user: go\nassistant: call 1 ${tool} x\ntool: result 1 x\nassistant: done`);
  const result = { ...(drawn.messages[2]?.parts[0] as object), isError, output: [{ type: "text", text }] };
  const messages = drawn.messages.map((message, index) => (index === 2 ? { ...message, parts: [result] } : message));
  return { tools: [], messages } as Conversation;
}

function putAside(conversation: Conversation, params = {}) {
  const store = rememberingStore();
  const environment = testEnvironment({ store });
  const result = checkStrategy({ id: "centagent-externalise", params }, conversation, environment, {
    isIdempotent: true,
  });
  const part = result.conversation.messages[2]?.parts[0];
  const [head = "", ...lines] = part ? partText(part).split("\n") : [];
  return { result, head, lines, original: store.contents.get(result.references[0]?.id ?? "") };
}

describe("centagent-externalise: previews by tool", () => {
  test("get_container_logs, 200 lines: the last 50, the count and the reference; everything can be read back", () => {
    const log = Array.from({ length: 200 }, (_, i) => `line ${i + 1} of the log`).join("\n");
    const { head, lines, original, result } = putAside(withOutput("get_container_logs", log));
    expect(head).toContain(`get_container_logs output put aside as ${result.references[0]?.id}`);
    expect(head).toContain("200 lines");
    expect(head).toContain("truncated: yes");
    expect(lines).toHaveLength(50);
    expect(lines.at(-1)).toBe("line 200 of the log");
    const read = readStoredOutput(original ?? "", { start: 1, end: 200 });
    expect(read.ok && read.value.text).toBe(log);
  });

  test("logLines 0: only the count and the reference", () => {
    const log = Array.from({ length: 200 }, (_, i) => `line ${i + 1} of the log`).join("\n");
    expect(putAside(withOutput("get_container_logs", log), { logLines: 0 }).lines).toEqual([]);
  });

  test("list_containers: id, name and status of the first ten, and the total", () => {
    const entries = Array.from({ length: 37 }, (_, i) => ({
      container_id: `c${i}`,
      name: `web-${i}`,
      status: "running",
      labels: { a: "b".repeat(60) },
    }));
    const { head, lines } = putAside(withOutput("list_containers", JSON.stringify(entries)));
    expect(head).toContain("37 containers");
    expect(lines).toEqual(Array.from({ length: 10 }, (_, i) => `c${i} web-${i} running`));
  });

  test("the table of docker ps", () => {
    const row = (i: number) => `${`id${i}`.padEnd(15)}${"nginx:1".padEnd(10)}${"Up 2 days".padEnd(20)}web-${i}`;
    const head = `${"CONTAINER ID".padEnd(15)}${"IMAGE".padEnd(10)}${"STATUS".padEnd(20)}NAMES`;
    const table = [head, ...Array.from({ length: 60 }, (_, i) => row(i))].join("\n");
    const preview = putAside(withOutput("bash", table));
    expect(preview.head).toContain("60 containers");
    expect(preview.lines[3]).toBe("id3 web-3 Up 2 days");
  });

  test("inspect_container: Name, State, Status, Ports, Image and the number of fields", () => {
    const inspect = [
      {
        Id: "abc",
        Name: "/web",
        State: { Status: "running", Running: true, ExitCode: 0, Error: "" },
        Config: { Image: "nginx:1", Env: ["x".repeat(3000)] },
        NetworkSettings: { Ports: { "80/tcp": [{ HostPort: "8080" }] } },
      },
    ];
    const { head, lines } = putAside(withOutput("inspect_container", JSON.stringify(inspect, null, 2)));
    expect(head).toContain("5 fields");
    expect(lines).toEqual([
      "Name: /web",
      'State: {"Running":true,"ExitCode":0}',
      "Status: running",
      'Ports: {"80/tcp":[{"HostPort":"8080"}]}',
      "Image: nginx:1",
    ]);
  });

  test("other JSON: its fields; other text: its first lines", () => {
    const json = putAside(
      withOutput("fetch", JSON.stringify({ title: "t", items: Array(1900).fill(1), more: { a: 1 } })),
    );
    expect(json.head).toContain("3 fields");
    expect(json.lines).toEqual(["title: t", "items: [1900 items]", "more: {1 field}"]);
    const text = putAside(withOutput("bash", Array.from({ length: 300 }, (_, i) => `row ${i}`).join("\n")));
    expect(text.head).toContain("300 lines");
    expect(text.lines).toEqual(Array.from({ length: 10 }, (_, i) => `row ${i}`));
  });

  test("a single endless line is cut at a grapheme", () => {
    const { lines } = putAside(withOutput("bash", "👨‍👩‍👧‍👦".repeat(500)));
    expect(lines[0]?.length).toBeLessThanOrEqual(200);
    expect(lines[0]?.replaceAll("👨‍👩‍👧‍👦", "")).toBe("…");
  });

  test("small outputs, errors and results with images stay; only a smaller text replaces", () => {
    const long = "x ".repeat(2000);
    expect(putAside(withOutput("bash", "short")).result.status).toBe("noop");
    expect(putAside(withOutput("bash", long, true)).result.status).toBe("noop");
    expect(putAside(withOutput("bash", long, true), { keepErrors: false }).result.status).toBe("applied");
    const few = Array.from({ length: 9 }, (_, i) => `${i}`.repeat(10)).join("\n");
    expect(putAside(withOutput("bash", few), { minCharacters: 50 }).result.status).toBe("noop");
  });

  test("is unavailable without a store", () => {
    const { store: _, ...environment } = testEnvironment();
    const result = compressConversation(withOutput("bash", "x ".repeat(2000)), "centagent-externalise", environment);
    expect(result.status).toBe("unavailable");
    expect(result.warnings[0]?.code).toBe("store-missing");
  });
});

describe("centagent-budget", () => {
  const long = "output ".repeat(700);
  const history = drawConversation(`
    system: rules
    user: first question
    assistant: call 1 bash ls
    tool: result 1 ${long}
    assistant: first answer ${"a".repeat(3000)}
    user: second question
    assistant: call 2 bash ls
    tool: result 2 ${long}
    assistant: second answer ${"b".repeat(3000)}
    user: third question
    assistant: call 3 bash ls
    tool: result 3 ${long}
  `);
  const run = (params: Record<string, string | number>) =>
    checkStrategy({ id: "centagent-budget", params }, history, testEnvironment(), { isIdempotent: true });

  test("an output put aside before keeps the line with its reference", () => {
    const line = "[bash output put aside as out_abc123; 200 lines; read it with get_tool_output]";
    const before = withOutput("bash", `${line}\n${"row of the preview\n".repeat(100)}`);
    const strategy = { id: "centagent-budget", params: { budget: 1000 } };
    const { conversation } = checkStrategy(strategy, before, testEnvironment(), { isIdempotent: true });
    expect(conversation.messages[2]?.parts[0]).toMatchObject({ output: [{ type: "text", text: line }] });
  });

  test("12 000 characters: tool outputs are removed before any dialogue, oldest first", () => {
    const result = run({});
    expect(result.trigger).toMatchObject({ fired: true, rule: "characters > 12000", limit: 12_000 });
    expect(result.edits.map(({ step, targets }) => [step, targets[0]])).toEqual([
      ["drop-long-outputs", "m3.0"],
      ["drop-long-outputs", "m7.0"],
    ]);
    expect(drawingOf(result.conversation)).toContain("result 1 [Tool output dropped: 4899 characters]");
    expect(history.messages[3]?.parts[0]).toMatchObject({ output: [{ text: long.trim() }] });
  });

  test("6 000: then the oldest dialogue, a turn's typed message with its answer", () => {
    const result = run({ budget: 6000 });
    expect(drawKept(history, result.conversation)).toBe("0 5 6 7' 8 9 10 11'");
  });

  test("never the system prompt, the last typed message or unread content; reports what is left over", () => {
    const result = run({ budget: 10 });
    expect(drawKept(history, result.conversation)).toBe("0 9 10 11'");
    expect(result.warnings.map(({ code }) => code)).toContain("over-budget");
  });

  test("a running signed loop is shortened from its front and resumes at signed thinking", () => {
    const exchanges = Array.from({ length: 6 }, (_, i) => [
      `assistant: ${i % 2 === 0 ? "!thought | " : ""}call ${i} bash ls`,
      `tool: result ${i} ${"word ".repeat(100)}`,
    ]);
    const loop = drawConversation(["user: go", ...exchanges.flat()].join("\n"));
    const recipe = { id: "centagent-budget", params: { budget: 1600 } };
    const result = checkStrategy(recipe, loop, testEnvironment(), { isIdempotent: true });
    expect(drawKept(loop, result.conversation)).toBe("0 9 10 11 12");
    expect(result.warnings.map(({ code }) => code)).toContain("loop-shortened");
  });

  test("a target in tokens replaces the budget; put-aside outputs keep their reference when blanked", () => {
    const environment = testEnvironment();
    const recipe = { pipe: ["centagent-externalise", { id: "centagent-budget", params: { longOutput: 50 } }] };
    const result = compressConversation(history, recipe, environment, { target: { tokens: 1800 } });
    expect(result.status).toBe("applied");
    expect(result.stats.tokensAfter).toBeLessThanOrEqual(1800);
    expect(result.references.length).toBeGreaterThan(0);
    for (const { id } of result.references) expect(drawingOf(result.conversation)).toContain(id);
  });
});
