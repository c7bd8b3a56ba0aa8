import { expect, test } from "vitest";
import { checkImporter } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

test("codex exec --json: calls with their results; usage if a turn was one call", async () => {
  expect(
    await checkImporter([diskFile("tests/fixtures/codex-exec/events.jsonl")], "codex-exec"),
  ).toMatchInlineSnapshot(`
    "Untitled session | null | 
    rows 18 = 14 + 4 kept + 0 bad
    main assistant/model: thinking + call shell item-5 [undefined ?–? ]
    main tool/tool: result shell item-5 "docs\\nsrc\\n"
    main assistant/model: call shell item-6 [undefined ?–? ]
    main tool/tool: error shell item-6 ""
    main assistant/model: call mcp__docs__find item-7 [undefined ?–? ]
    main tool/tool: result mcp__docs__find item-7 "one hit"
    main assistant/model: call apply_patch item-8 [undefined ?–? ]
    main tool/tool: result apply_patch item-8 ""
    main assistant/model: "Written: docs/a.md" [undefined ?–? ]
    main assistant/model: "You are welcome." [undefined ?–? 1000/-/-/-/9000/8]
    main assistant/model: call shell item-17 [undefined ?–? ]
    -- api-error {"message":"stream disconnected"}
    kept 0:4 item.started:command_execution
    kept 0:9 item.updated
    kept 0:10 item:todo_list
    kept 0:17 item.started:command_execution"
  `);
});
