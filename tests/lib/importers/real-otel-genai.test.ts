import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

describeReal("otel-genai/semconv-1.37-agent.otlp.json", ({ nameless, json }) => {
  const attribute = (span: Json, key: string) => {
    const found = span.attributes.find((attribute: Json) => attribute.key === key);
    return found && Object.values<Json>(found.value)[0];
  };
  const chats = () =>
    json()
      .resourceSpans[0].scopeSpans[0].spans.filter((span: Json) => attribute(span, "gen_ai.operation.name") === "chat")
      .sort((a: Json, b: Json) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const messages = (span: Json, key: string) => JSON.parse(attribute(span, key) ?? "[]");

  test("the last span's history and answer, its call's result, and the usage of every chat span", async () => {
    const last = chats().at(-1);
    const all = [...messages(last, "gen_ai.input.messages"), ...messages(last, "gen_ai.output.messages")];
    const parts = all.flatMap((message: Json) => message.parts);
    const sum = (key: string) =>
      chats().reduce((total: number, span: Json) => total + Number(attribute(span, key) ?? 0), 0);
    const read = sum("gen_ai.usage.cache_read.input_tokens");
    const written = sum("gen_ai.usage.cache_creation.input_tokens");
    await checkImporter([nameless], "otel-genai");
    const { sessions, rows } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      sessions: 1,
      // System instructions, and the result that is only in the tool's own span.
      messages: all.length + 2,
      responses: chats().length,
      calls: parts.filter((part: Json) => part.type === "tool_call").length,
      results: parts.filter((part: Json) => part.type === "tool_call_response").length + 1,
      usage: {
        uncached: sum("gen_ai.usage.input_tokens") - read - written,
        read,
        written,
        output: sum("gen_ai.usage.output_tokens"),
      },
    });
    expect(rows).toMatchObject({ bad: 0, read: 27 });
    expect(sessions[0]?.agents.length).toBe(1);
  });

  test("every request's prompt has its span's messages", async () => {
    const [session] = (await mustImport([nameless])).sessions;
    if (!session) throw new Error("no session");
    expect(session.responses.map((_, index) => contextAt(session, index).messages.length - 1)).toEqual(
      chats().map((span: Json) => messages(span, "gen_ai.input.messages").length),
    );
  });
});
