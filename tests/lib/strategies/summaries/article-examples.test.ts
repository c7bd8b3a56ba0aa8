import { expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import type { ToolCallPart } from "@/lib/conversation/part";
import { createReaders, gatherEvidence } from "@/lib/evaluation/evidence";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { parseSections } from "@/lib/strategies/summaries/sections";
import { readSummary } from "@/lib/strategies/summaries/summary-message";
import { testEnvironment } from "@/tests/support/strategy-environment";

/** The debugging session from the essay on sectioned summaries, written by us; none of its results is marked as failed. */
const ids = Array.from({ length: 200 }, (_, index) => `p${index}`).values();
const nextId = (): string => ids.next().value ?? "";
const CODE = "  // a line of the file that says little\n".repeat(60);
const say = (role: "user" | "assistant", text: string): Message => ({
  id: nextId(),
  role,
  parts: [{ id: nextId(), type: "text", text }],
});
function call(toolName: string, input: ToolCallPart["input"], output: string, said = ""): Message[] {
  const toolCallId = nextId();
  const made = { id: nextId(), type: "tool-call", toolCallId, toolName, input } as const;
  const answer = {
    id: nextId(),
    type: "tool-result",
    toolCallId,
    output: [{ type: "text", text: output }],
    isError: null,
  } as const;
  const words = said === "" ? [] : ([{ id: nextId(), type: "text", text: said }] as const);
  return [
    { id: nextId(), role: "assistant", parts: [...words, made] },
    { id: nextId(), role: "tool", parts: [answer] },
  ];
}
const edit = (file_path: string, old_string: string, new_string: string, said: string) =>
  call("Edit", { file_path, old_string, new_string }, "The file has been updated.", said);

const SESSION: readonly Message[] = [
  say(
    "user",
    "POST /api/auth/login answers 401 Unauthorized although the credentials are valid. Find out why and fix it.",
  ),
  ...call(
    "Bash",
    { command: "curl -i -X POST localhost:3000/api/auth/login -d @user.json" },
    "HTTP/1.1 401 Unauthorized\n\n{}",
  ),
  ...call(
    "Read",
    { file_path: "auth.controller.ts" },
    `export async function login(req) { return sign(req.user); }\n${CODE}`,
  ),
  ...call("Read", { file_path: "middleware/cors.ts" }, `export const cors = { origin: true };\n${CODE}`),
  ...call(
    "Bash",
    { command: "npm run store:check" },
    "Error: Redis connection is stale: ECONNRESET redis:6379\n    at Store.save",
  ),
  say(
    "assistant",
    "The root cause is a stale Redis connection in the session store: the JWT is right, but the session is not saved.",
  ),
  ...edit(
    "config/redis.ts",
    "createClient()",
    "createPool({ max: 10 })",
    "Pool the connections instead of one per request.",
  ),
  ...edit(
    "services/session.service.ts",
    "save(session)",
    "retry(() => save(session))",
    "Retry with backoff when the store fails for a moment.",
  ),
  ...edit("tests/auth.test.ts", "mock()", "mockPool()", "Update the mock set-up to the pool."),
  ...call("Bash", { command: "npm test" }, "Tests: 2 failed, 14 passed, 16 total\nFAILED session mock is not set up"),
  ...call(
    "TodoWrite",
    {
      todos: [
        { content: "Fix the mock of the session service", status: "in_progress" },
        { content: "Run the whole test suite", status: "pending" },
        { content: "Deploy to staging", status: "pending" },
      ],
    },
    "ok",
  ),
  say("assistant", "Fourteen tests pass and two fail, because the session service is not mocked yet."),
  say("user", "Go on."),
];
const conversation: Conversation = { tools: [], messages: SESSION };

function summaryBy(id: string, params: Record<string, number | string> = {}) {
  const environment = testEnvironment({ force: true, budget: { window: 4_000, reserve: 0 } });
  const result = compressConversation(conversation, { id, params: { summaryTokens: 1_000, ...params } }, environment);
  const summary = result.conversation.messages.map(readSummary).find((found) => found !== null);
  if (!summary) throw new Error(`${id} left no summary: ${result.status} ${JSON.stringify(result.warnings)}`);
  return { body: summary.body, sections: Object.fromEntries(parseSections(summary.body)), warnings: result.warnings };
}

test("by rule, the five sections contain the error with its cause, the changes per file, the tests and the plan", () => {
  const { sections } = summaryBy("regenerate", { keepTurns: 1 });
  expect(Object.keys(sections).slice(0, 5)).toEqual([
    "Session Intent",
    "Files Modified",
    "Decisions Made",
    "Current State",
    "Next Steps",
  ]);
  expect(sections["Session Intent"]?.[0]).toMatch(/\/api\/auth\/login answers 401 Unauthorized/);
  expect(sections["Files Modified"]).toEqual([
    "auth.controller.ts: read only",
    "middleware/cors.ts: read only",
    "config/redis.ts: modified; Pool the connections instead of one per request. – `createPool({ max: 10 })`",
    "services/session.service.ts: modified; Retry with backoff when the store fails for a moment. – `retry(() => save(session))`",
    "tests/auth.test.ts: modified; Update the mock set-up to the pool. – `mockPool()`",
  ]);
  expect(sections["Decisions Made"]?.[0]).toContain("stale Redis connection in the session store");
  expect(sections["Current State"]).toContain("Tests: npm test: 14 passed, 2 failed (session mock is not set up)");
  expect(sections["Next Steps"]).toHaveLength(3);
  expect(sections.Errors?.[0]).toMatch(/401 Unauthorized.*\(open\)$/);
  expect(sections.Errors?.[1]).toMatch(/Redis connection is stale.*; cause: The root cause is.*\(open\)$/);
});

const PRODUCTS = [
  "claude-code",
  "roo-3.25",
  "continue-summary",
  "gemini-compress",
  "goose",
  "crush",
  "codex-local",
  "regenerate",
];

test("each product writes its own sections, and each keeps what is still wrong", () => {
  const summaries = PRODUCTS.map((id) => summaryBy(id));
  expect(new Set(summaries.map(({ sections }) => Object.keys(sections).join())).size).toBe(PRODUCTS.length);
  for (const { body } of summaries) expect(body).toMatch(/Redis connection is stale.*\(open\)/);
});

test("instructions give named content more room by rule, and a warning says what a rule cannot do", () => {
  const changed = ({ body }: { body: string }) => body.match(/: modified;/g)?.length ?? 0;
  const plain = summaryBy("claude-code", { summaryTokens: 230 });
  const steered = summaryBy("claude-code", { summaryTokens: 230, instructions: "List what changed in the files." });
  expect(plain.warnings).toEqual([]);
  expect(steered.warnings).toEqual([
    { code: "instructions-by-rule", message: expect.stringMatching(/gives files more room .* needs a model$/) },
  ]);
  expect(changed(steered)).toBeGreaterThan(changed(plain));
});

/** The scores of a text that replaces everything except the last message. */
function scoreOf(text: string) {
  const readers = createReaders((part) => JSON.stringify(part).length / 4);
  const evidence = gatherEvidence(conversation, readers);
  const last = SESSION.at(-1) as Message;
  const compressed: Conversation = { tools: [], messages: [say("user", text), last] };
  return measureLoss(
    { evidence, future: null, readers } as never,
    { conversation: compressed, references: [] } as never,
  );
}

/** The essay's own summary of this session, in our words. */
const WRITTEN = `## Session Intent
Find out why POST /api/auth/login answers 401 Unauthorized with valid credentials.
## Root Cause
The session store has a stale Redis connection; the JWT is right, the session is not saved.
## Files Modified
- auth.controller.ts: read only
- middleware/cors.ts: read only
- config/redis.ts: modified; createPool
- services/session.service.ts: modified; retry around save
- tests/auth.test.ts: modified; mockPool
## Test Status
14 passed, 2 failed: session mock is not set up
## Next Steps
1. Fix the mock of the session service
2. Run the whole test suite
3. Deploy to staging`;

test("a summary with sections, written or by rule, scores clearly above the poor one", () => {
  const poor = scoreOf("We were debugging an authentication issue. The login failed. Some configuration was fixed.");
  const floor = (poor.dimensions.overall ?? 0) + 2;
  expect(scoreOf(WRITTEN).dimensions.overall).toBeGreaterThan(floor);
  expect(scoreOf(summaryBy("regenerate").body).dimensions.overall).toBeGreaterThan(floor);
});

test("the good answer about the first error is more accurate than the poor one", () => {
  const good = scoreOf(
    "The first error was 401 Unauthorized from the /api/auth/login endpoint, with valid credentials. The root cause is a stale Redis connection in the session store.",
  );
  const poor = scoreOf("We were debugging an authentication issue. The login failed. Some configuration was fixed.");
  expect(poor.dimensions.facts).toBe(0);
  expect(good.dimensions.facts).toBeGreaterThan(0.4);
});
