import { expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const rounds = () => diskFile("tests/fixtures/tracelab/rounds.jsonl");

test("rounds of Claude Code and Codex, with sizes and without texts", async () => {
  expect(await checkImporter([rounds()], "tracelab")).toMatchInlineSnapshot(`
    "project_01 c7aa1e10 | project_01 | 
    rows 8 = 7 + 0 kept + 1 bad
    main user/typed: ""
    main assistant/model: thinking + "" + call Read t0 [opus 00–06 10/-/-/11990/0/210]
    main tool/tool: result Read t0 ""
    main assistant/model: thinking + call Edit t1 [opus 07–04 10/-/-/1900/11990/320]
    main tool/tool: error Edit t1 ""
    main assistant/model: "" [opus 07–02 10/-/-/14590/0/95]
    main user/typed: ""
    main assistant/model: "" [opus 00–02 10/-/-/500/14590/60]
    main user/typed: ""
    main assistant/model: "" [opus 00–02 10/-/-/200/15090/60]

    project_01 ollout-7 | project_01 | 
    rows 8 = 7 + 0 kept + 1 bad
    main user/typed: ""
    main assistant/model: thinking + call exec_command c0 [5.4 00–04 9000/-/-/-/0/300]
    main assistant/model: "" [5.4 00–04 840/-/-/-/8960/150]"
  `);
});

test("a log without texts has breaks and money, and no claim about content", async () => {
  const { sessions } = await mustImport([rounds()]);
  const [session] = sessions;
  if (!session) throw new Error("no session");
  const answer = answerOf(analyzeSession(session, loadVocabulary));
  expect(answer.breaks.count).toBe(1);
  expect(answer.unexplained?.evidence.count).toBe(1);
  expect(answer.checked.map(({ name }) => name)).not.toContain("Outputs that repeat earlier lines");
  expect(answer.unanswerable).toContainEqual(
    expect.objectContaining({ name: "Outputs that repeat earlier lines", note: "this log contains no text" }),
  );
  expect(answer.unanswerable).toContainEqual(
    expect.objectContaining({ name: "History edited in the middle", note: "this log contains no text" }),
  );
});
