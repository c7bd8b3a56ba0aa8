import { describe, expect, test } from "vitest";
import { type OpenCodeMessage, readMessages, writeMessages } from "@/lib/library/opencode-messages";
import { WinnowPlugin } from "@/package/entries/opencode";
import { changesOf, outputOf } from "../support/agent-loop";

const SESSION = "ses_1";
type Part = OpenCodeMessage["parts"][number];

const user = (id: string, text: string): OpenCodeMessage => ({
  info: { id, sessionID: SESSION, role: "user", model: { providerID: "openai", modelID: "gpt-5" } } as never,
  parts: [{ id: `${id}.0`, type: "text", text }],
});

/** One step as OpenCode stores it; its start and end are in no request. */
const step = (at: number): OpenCodeMessage => {
  const id = `msg_${at}`;
  const parts: Part[] = [
    { id: `${id}.0`, type: "step-start" },
    { id: `${id}.1`, type: "text", text: `Step ${at}.` },
    {
      id: `${id}.2`,
      type: "tool",
      callID: `call_${at}`,
      tool: "bash",
      state: { status: "completed", input: { command: `work ${at}` }, output: outputOf(at), time: {} },
    },
    { id: `${id}.3`, type: "step-finish" },
  ];
  return { info: { id, sessionID: SESSION, role: "assistant" }, parts };
};

const history = (steps: number): OpenCodeMessage[] => [
  user("msg_u", "Go through all steps."),
  ...Array.from({ length: steps }, (_, at) => step(at)),
];

type Hooks = Required<Awaited<ReturnType<typeof WinnowPlugin>>>;
const TRANSFORM = "experimental.chat.messages.transform";

async function hooksOf(options: Record<string, unknown>): Promise<Hooks> {
  return (await WinnowPlugin({}, { compress: true, ...options })) as Hooks;
}

describe("the OpenCode plugin", () => {
  test("does nothing until switched on, and refuses unknown options", async () => {
    expect(await WinnowPlugin({})).toEqual({});
    expect(await WinnowPlugin({}, { compress: false })).toEqual({});
    await expect(WinnowPlugin({}, { compres: true })).rejects.toThrow("compres");
  });

  test("reports after a compaction what it lost, on screen and in the log, once switched on", async () => {
    const told: string[] = [];
    const say = ({ body }: { body: { message: string } }) => void told.push(body.message);
    const compacted = [
      {
        ...user("msg_u", "Mend src/parser/lines.ts please."),
        info: { ...user("msg_u", "").info, time: { created: 1 } },
      },
      { ...step(1), info: { ...step(1).info, time: { created: 2 } } },
      {
        info: { id: "msg_c", sessionID: SESSION, role: "user", time: { created: 3 } },
        parts: [{ id: "msg_c.0", type: "compaction", auto: true }],
      },
      {
        info: { id: "msg_s", sessionID: SESSION, role: "assistant", summary: true, time: { created: 4 } },
        parts: [{ id: "msg_s.0", type: "text", text: "All is well." }],
      },
    ];
    const client = {
      app: { log: say },
      tui: { showToast: say },
      session: { messages: async () => ({ data: compacted }) },
    };
    const { event } = await WinnowPlugin({ client }, { report: true });
    await event?.({ event: { type: "session.idle", properties: { sessionID: SESSION } } });
    expect(told).toEqual([]);
    await event?.({ event: { type: "session.compacted", properties: { sessionID: SESSION } } });
    await expect.poll(() => told.length).toBe(2);
    expect(told[0]).toMatch(/^Winnow: the compaction took \d+ of \d+ parts.*winnow receipt shows more\.$/);
    expect(await WinnowPlugin({ client }, { compress: true })).not.toHaveProperty("event");
  });

  test("makes each request smaller in the list that it receives, and leaves OpenCode's own messages complete", async () => {
    const hooks = await hooksOf({ strategy: "centagent-externalise" });
    const whole = history(12);
    const before = JSON.stringify(whole);
    const messages = [...whole];
    await hooks[TRANSFORM]({}, { messages });
    expect(JSON.stringify(whole)).toBe(before);
    expect(JSON.stringify(messages).length).toBeLessThan(before.length / 2);
    expect(messages.map(({ info }) => info.id)).toEqual(whole.map(({ info }) => info.id));
    const [first] = messages[1]?.parts.filter(({ type }) => type === "tool") ?? [];
    const reference = /out_[0-9a-f]{24}/.exec(first?.state?.output ?? "")?.[0] ?? "";
    expect(messages[1]?.parts.map(({ type }) => type)).toEqual(["step-start", "text", "tool", "step-finish"]);
    const read = hooks.tool.get_tool_output.execute;
    expect(await read({ id: reference, start: 1, end: 1 }, { sessionID: SESSION })).toBe(outputOf(0).split("\n")[0]);
    expect(await read({ id: reference }, { sessionID: "ses_other" })).toContain("There is no output");
  });

  test("sends the same prompts when many other sessions are used in between", async () => {
    const promptsBeside = async (others: number) => {
      const hooks = await hooksOf({ strategy: "winnow", window: 30_000 });
      const prompts: string[] = [];
      for (let steps = 0; steps < 60; steps += 1) {
        const messages = history(steps);
        await hooks[TRANSFORM]({}, { messages });
        prompts.push(JSON.stringify(messages));
        const first = user("msg_u", "Look around.");
        const info = { ...first.info, sessionID: `ses_other_${steps}` };
        if (steps < others) await hooks[TRANSFORM]({}, { messages: [{ ...first, info }] });
      }
      return prompts;
    };
    expect(await promptsBeside(60)).toEqual(await promptsBeside(0));
  });

  test("100 steps: within the window, and what was sent changes only when the window is full", async () => {
    const hooks = await hooksOf({ strategy: "winnow", window: 30_000 });
    await hooks["experimental.chat.system.transform"]({ sessionID: SESSION }, { system: ["You are an agent."] });
    const prompts: string[][] = [];
    for (let steps = 0; steps < 100; steps += 1) {
      const messages = history(steps);
      await hooks[TRANSFORM]({}, { messages });
      const items = readMessages(messages);
      const calls = new Set<unknown>();
      for (const { content } of items as unknown as { content: { type: string; toolCallId?: string }[] }[])
        for (const { type, toolCallId } of content) {
          if (type === "tool-call") calls.add(toolCallId);
          if (type === "tool-result") expect(calls.delete(toolCallId)).toBe(true);
        }
      expect(calls.size).toBe(0);
      // A third of the characters is a rough count, slightly too high.
      expect(JSON.stringify(items).length / 3).toBeLessThan(31_000);
      prompts.push(messages.map((message) => JSON.stringify(message)));
    }
    expect(JSON.stringify(history(99)).length / 3).toBeGreaterThan(90_000);
    expect(changesOf(prompts).length).toBeLessThanOrEqual(12);
  }, 120_000);

  test("reports in OpenCode's log and on its screen what it did, once", async () => {
    const said: string[] = [];
    const client = {
      app: { log: ({ body }: { body: { message: string } }) => said.push(`log: ${body.message}`) },
      tui: {
        showToast: ({ body }: { body: { message: string } }) => {
          said.push(`screen: ${body.message}`);
          throw new Error("no screen");
        },
      },
    };
    const hooks = (await WinnowPlugin({ client }, { compress: true, strategy: "winnow", window: 9_000 })) as Hooks;
    await hooks[TRANSFORM]({}, { messages: history(12) });
    await Promise.resolve();
    expect(said.map((one) => one.replace(/\d+/g, "N"))).toEqual([
      "log: Winnow: a request of about N tokens is sent with N; put aside: N outputs.",
      "screen: Winnow: a request of about N tokens is sent with N; put aside: N outputs.",
    ]);
  });

  test("keeps room for a system prompt that is known only after the first request", async () => {
    const hooks = await hooksOf({ strategy: "winnow", window: 30_000 });
    const first = history(14);
    await hooks[TRANSFORM]({}, { messages: first });
    await hooks["experimental.chat.system.transform"]({ sessionID: SESSION }, { system: ["word ".repeat(2_500)] });
    const second = history(15);
    await hooks[TRANSFORM]({}, { messages: second });
    expect(second.slice(0, first.length).map((one) => JSON.stringify(one))).toEqual(
      first.map((one) => JSON.stringify(one)),
    );
  });

  test("a summary is written from everything, and a model with an unknown window is left alone", async () => {
    const hooks = await hooksOf({ strategy: "centagent-externalise" });
    await hooks["experimental.session.compacting"]({ sessionID: SESSION });
    const messages = history(5);
    await hooks[TRANSFORM]({}, { messages });
    expect(messages).toEqual(history(5));

    const unknown = history(5).map((message) =>
      message.info.role === "user"
        ? { ...message, info: { ...message.info, model: { modelID: "of-nobody" } } }
        : message,
    );
    const list = [...unknown];
    await hooks[TRANSFORM]({}, { messages: list });
    expect(list).toEqual(unknown);
    await hooks["chat.params"]({ model: { id: "of-nobody", limit: { context: 100_000, output: 8_000 } } });
    await hooks[TRANSFORM]({}, { messages: list });
    expect(list).not.toEqual(unknown);
  });

  test("a list that it cannot read is sent unchanged", async () => {
    const hooks = await hooksOf({});
    const messages = [null] as unknown as OpenCodeMessage[];
    await hooks[TRANSFORM]({}, { messages });
    expect(messages).toEqual([null]);
  });
});

describe("OpenCode's messages, converted by the AI SDK and back", () => {
  test("unchanged messages are returned as the same objects", () => {
    const messages = [
      ...history(2),
      {
        info: { id: "f", sessionID: SESSION, role: "assistant", error: {} },
        parts: [{ id: "f.0", type: "step-start" }],
      },
      user("msg_v", "More."),
    ];
    const written = writeMessages(readMessages(messages), messages);
    expect(written.every((message, at) => message === messages[at])).toBe(true);
    expect(written.length).toBe(messages.length);
  });

  test("running and failed tools have a result, as OpenCode writes it", () => {
    const broken = step(0);
    const states = [
      { status: "running", input: {} },
      { status: "error", input: {}, error: "no such file" },
    ];
    const messages = states.map((state) => ({
      ...broken,
      parts: broken.parts.map((part) => (part.type === "tool" ? { ...part, state } : part)),
    }));
    const outputs = readMessages(messages).flatMap(({ content }) =>
      (content as { output?: unknown }[]).flatMap(({ output }) => (output ? [output] : [])),
    );
    expect(outputs).toEqual([
      { type: "error-text", value: "[Tool execution was interrupted]" },
      { type: "error-text", value: "no such file" },
    ]);
  });

  test("a dropped exchange takes its parts with it, and an inserted text is a user message", () => {
    const messages = history(2);
    const [question, ...rest] = readMessages(messages);
    const inserted = { role: "user", content: [{ type: "text", text: "Earlier: step 0." }] };
    const written = writeMessages([question as never, inserted, ...rest.slice(2)], messages);
    expect(written.map(({ info }) => info.role)).toEqual(["user", "user", "assistant"]);
    expect(written[1]?.parts).toMatchObject([{ type: "text", text: "Earlier: step 0.", synthetic: true }]);
    expect(written[2]).toBe(messages[2]);
  });
});
