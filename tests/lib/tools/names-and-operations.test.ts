import { expect, test } from "vitest";
import { CLIENT_TOOLS } from "@/lib/tools/find-tool";

test("a tool whose name indicates that it changes a file is one that edits", () => {
  const others = CLIENT_TOOLS.flatMap(({ client, tools }) =>
    Object.entries(tools)
      .filter(([name]) => /str_?replace|multi_?edit|^edit_?file|apply_?patch|search_?replace/i.test(name))
      .filter(([, tool]) => tool.operation !== "edit")
      .map(([name, tool]) => `${client} ${name}: ${tool.operation}`),
  );
  expect(others).toEqual([]);
});
