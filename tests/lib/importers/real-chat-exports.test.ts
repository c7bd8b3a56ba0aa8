import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

describeReal("chatgpt-export/chatgpt2graph-code-interpreter.json", ({ nameless, json }) => {
  test("every message of the mapping, and calls with their results", async () => {
    const [conversation] = json();
    const messages = Object.values<Json>(conversation.mapping).flatMap(({ message }) => message ?? []);
    const textOf = (message: Json) => message.content.text ?? message.content.parts.join("");
    const of = (role: string, recipient = "all") =>
      messages.filter((message) => message.author.role === role && message.recipient === recipient);
    const length = (list: readonly Json[]) => list.reduce((sum, message) => sum + textOf(message).length, 0);
    const outputs = of("tool").filter((message) => textOf(message) !== "");
    await checkImporter([nameless], "chatgpt-export");
    const { sessions, rows } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      sessions: 1,
      calls: of("assistant", "python").length,
      results: outputs.length,
      text: length(of("assistant")) + length(of("user")),
      output: length(outputs),
    });
    const [session] = sessions;
    const calls = session?.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-call" ? [part.inputText] : [])),
    );
    expect(calls).toEqual(of("assistant", "python").map(textOf));
    expect(rows.read).toBe(Object.keys(conversation.mapping).length + 1);
    expect(session?.events).toEqual([]);
  });
});

describeReal("claude-ai-export/osteele-bakery.json", ({ nameless, json }) => {
  test("every message with its content and its files' names", async () => {
    const { chat_messages, model, name } = json();
    const text = chat_messages.flatMap(({ content }: Json) => content.map((block: Json) => block.text));
    await checkImporter([nameless], "claude-ai-export");
    const { sessions } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      messages: chat_messages.length,
      responses: chat_messages.filter(({ sender }: Json) => sender === "assistant").length,
      text: text.join("").length,
    });
    expect(sessions[0]).toMatchObject({ title: name, startedAt: "2024-10-29T15:59:38.340Z" });
    expect(sessions[0]?.responses[0]?.model).toBe(model);
    const files = sessions[0]?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "file"));
    expect(files?.length).toBe(chat_messages.flatMap((message: Json) => message.files).length);
  });
});
