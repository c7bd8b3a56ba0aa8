import { describe, expect, test } from "vitest";
import type { JsonValue } from "@/lib/conversation/part";
import { readProviderTool } from "@/lib/formats/provider-tool";

const read = (value: JsonValue) => readProviderTool({ id: "p1", type: "opaque", value });

describe("a tool that Anthropic runs itself", () => {
  test("the call has its name, id and input", () => {
    const call = { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "tides" } };
    expect(read(call)).toEqual({
      role: "call",
      name: "web_search",
      toolCallId: "srv_1",
      input: { query: "tides" },
      isError: false,
    });
    expect(read({ ...call, type: "mcp_tool_use" })).toMatchObject({ role: "call", name: "web_search" });
  });

  test("the result names its tool by its type; only an MCP result leaves the name to its call", () => {
    const result = { type: "bash_code_execution_tool_result", tool_use_id: "srv_1", content: {} };
    expect(read(result)).toMatchObject({ role: "result", name: "bash_code_execution", toolCallId: "srv_1" });
    expect(read({ type: "mcp_tool_result", tool_use_id: "m", is_error: true })).toMatchObject({
      role: "result",
      name: null,
      isError: true,
    });
  });

  test("the content's type shows a failure", () => {
    const content = { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" };
    const result = { type: "web_search_tool_result", tool_use_id: "srv_1", content };
    expect(read(result)).toMatchObject({ isError: true });
    expect(read({ ...result, content: [] })).toMatchObject({ isError: false });
  });
});

describe("a tool that OpenAI runs itself", () => {
  test("one item is call and result, with or without an id", () => {
    const action = { type: "search", query: "tides" };
    expect(read({ type: "web_search_call", status: "completed", action })).toEqual({
      role: "call-and-result",
      name: "web_search",
      toolCallId: null,
      input: action,
      isError: false,
    });
    expect(read({ type: "file_search_call", id: "fs_1" })).toMatchObject({ name: "file_search", toolCallId: "fs_1" });
    expect(read({ type: "code_interpreter_call", id: "ci_1" })).toMatchObject({ name: "code_interpreter" });
  });

  test("an MCP call has the name of the server's tool", () => {
    const call = { type: "mcp_call", id: "mcp_1", name: "roll", server_label: "dice", arguments: "{}", output: "4" };
    expect(read(call)).toMatchObject({ role: "call-and-result", name: "roll", isError: false });
    expect(read({ ...call, error: "no dice" })).toMatchObject({ isError: true });
  });

  test("a call that was still running has no result; a failed or interrupted one is an error", () => {
    const of = (status: string) => read({ type: "web_search_call", id: "ws_1", status });
    expect(of("searching")).toMatchObject({ role: "call", isError: false });
    expect(of("in_progress")).toMatchObject({ role: "call", isError: false });
    expect(of("failed")).toMatchObject({ role: "call-and-result", isError: true });
    expect(of("incomplete")).toMatchObject({ role: "call-and-result", isError: true });
  });
});

test.each([
  { type: "compaction", encrypted_content: "x" },
  { type: "item_reference", id: "msg_9" },
  { type: "mcp_list_tools", id: "l" },
  { type: "mcp_approval_request", id: "a", name: "roll" },
  { type: "server_tool_use", id: "srv_1" },
  { type: "web_search_tool_result" },
  { type: "future_block" },
  "text",
  null,
])("%j is not a provider's tool", (value) => {
  expect(read(value)).toBeNull();
});
