import { ARTICLES, type ArticleExample } from "./article-example";
import { type ChatMessage, lines, say, tool, user } from "./chat";

const GROUP = ARTICLES.skill;

/** Debugging a login that fails with 401 although the password is right: a stale connection to Redis. */
function debugging(): ChatMessage[] {
  return [
    user(
      "POST /api/auth/login answers 401 Unauthorized although the credentials are valid. Find the cause and fix it.",
    ),
    ...read("a1", "src/controllers/auth.controller.ts", (at) => `  check(${at}, user.password, credentials.password);`),
    say("The controller compares the passwords as it should. I will look at the session store."),
    ...read("a2", "src/middleware/cors.ts", (at) => `  allow("https://shop-${at}.example", methods);`),
    ...tool(
      "a3",
      "bash",
      { command: "npm run login:trace" },
      `Error: Redis connection is closed (stale since 09:12)\n${lines(40, (at) => `  at SessionStore.save (src/services/session.service.ts:${at})`)}`,
    ),
    say(
      "The session store writes through a stale Redis connection, so the session is not saved and the login ends in 401.",
    ),
    user("Use a pool, not one connection per request."),
    ...tool(
      "a4",
      "edit_file",
      { path: "src/config/redis.ts", content: "export const pool = createPool({ max: 10 });" },
      "edited src/config/redis.ts",
    ),
    ...tool(
      "a5",
      "edit_file",
      { path: "src/services/session.service.ts", content: "retry with exponential backoff" },
      "edited src/services/session.service.ts",
    ),
    ...tool(
      "a6",
      "edit_file",
      { path: "tests/auth.test.ts", content: "mock the session store" },
      "edited tests/auth.test.ts",
    ),
    ...tool(
      "a7",
      "bash",
      { command: "npm test" },
      `14 passed, 2 failed\n${lines(30, (at) => `  session case ${at}: waits for the mock`)}`,
    ),
    say("14 tests pass. 2 fail: the mocks of the session tests are not set up yet."),
    user("Fix those next, then run the whole suite."),
    say("I will set up the mocks in tests/auth.test.ts."),
  ];
}

/** The same session with its continuation: long enough for strategies to act, short enough to draw. */
export const smallHistory = (): readonly ChatMessage[] => [
  ...debugging(),
  ...edit("b1", "tests/mocks/session.ts", "export const session = mockSession();", "The mocks are set up."),
  ...tool("b2", "bash", { command: "npm test" }, `16 passed\n${lines(12, (at) => `  case ${at}: ok`)}`),
  say("All 16 tests pass."),
  user("Deploy to staging."),
  ...tool("b3", "bash", { command: "npm run deploy -- staging" }, "Error: missing variable REDIS_URL"),
  say("The deploy needs REDIS_URL, so I decided to read it from the vault instead of the repository."),
  ...tool("b4", "bash", { command: "npm run deploy -- staging --vault" }, "deployed 4.2.0 to staging"),
  say("4.2.0 is on staging."),
  user("Log each retry with its delay."),
  ...edit("b5", "src/services/session.service.ts", "log.warn({ attempt, delay });", "Each retry is logged."),
  user("Write that down in docs/login.md."),
  ...edit("b6", "docs/login.md", "A stale connection ends in 401.", "It is written down."),
  user("Is the pool closed when the server stops?"),
  ...read("b7", "src/server.ts", (at) => `  step(${at});`),
  say("No: src/server.ts does not close it."),
  user("Close it there."),
  ...edit("b8", "src/server.ts", "await pool.close();", "The pool is closed now."),
  user("Then run the suite again and prepare the release."),
];

const edit = (id: string, path: string, content: string, done: string) => [
  ...tool(id, "edit_file", { path, content }, `edited ${path}`),
  say(done),
];

/** The agent's next steps, which use its findings. */
const afterwards = () => [
  ...edit("d1", "tests/auth.test.ts", "mockSession(sessionStore)", "The mocks of tests/auth.test.ts are set up."),
  ...tool("d2", "bash", { command: "npm test" }, "16 passed"),
  ...tool("d3", "bash", { command: "npm run login:trace" }, "POST /api/auth/login 200"),
  say("The stale Redis connection is gone: src/config/redis.ts has a pool, src/services/session.service.ts retries."),
];

const read = (id: string, path: string, line: (at: number) => string) =>
  tool(id, "read_file", { path }, lines(80, line));

export const redisLogin: ArticleExample = {
  id: "redis-401",
  group: GROUP,
  title: "The login that returns 401",
  before: "A debugging session: 401 at the login, traced to a stale Redis connection, two tests still failing.",
  result: "The anchored summary keeps the error, the files, the decision to use a pool, and what is left to do.",
  messages: debugging,
  later: () => [...afterwards()],
  strategies: [{ id: "factory-anchored" }, { id: "regenerate" }, { id: "opaque" }],
  force: true,
};

/** A summary that answers the question about the original error. */
const GOOD_SUMMARY =
  "POST /api/auth/login answered 401 Unauthorized although the credentials were valid. The cause: Redis connection is closed (stale since 09:12), so src/services/session.service.ts did not save the session. Decision: use a pool, not one connection per request. Modified: src/config/redis.ts (the pool), src/services/session.service.ts (retries), tests/auth.test.ts. Tests: 14 passed, 2 failed, because the mocks of the session tests are not set up yet.";

/** A summary without anything to act on. */
const POOR_SUMMARY =
  "There was some trouble with authentication, so users could not log in. A configuration was changed. Most tests are fine now.";

/** The session with a given summary in place of everything before the newest turn. */
const withSummary = (summary: string) => ({ id: "dcp-compress", params: { summary } });

export const goodAndPoor: ArticleExample = {
  id: "redis-401-answers",
  formerly: ["redis-401-good", "redis-401-poor"],
  group: GROUP,
  title: "The same session, with a good and a poor summary",
  before: "The same session. One summary of its start names the error, the cause and the files; the other does not.",
  result:
    "With the good summary, the original error can still be named; with the poor one, its code, path and cause are gone.",
  messages: debugging,
  later: () => [...afterwards()],
  strategies: [withSummary(GOOD_SUMMARY), withSummary(POOR_SUMMARY)],
  force: true,
};

export const anchored: ArticleExample = {
  id: "anchored",
  group: GROUP,
  title: "An anchored summary and a regenerated one",
  before: "The same debugging session, compressed at the same point by three kinds of summary.",
  result:
    "The anchored summary adds to its sections and keeps the newest messages; the regenerated one replaces everything before the last turn.",
  messages: debugging,
  later: () => [...afterwards()],
  strategies: [
    { id: "factory-anchored", params: { drain: 0.5 } },
    { id: "regenerate", params: { keepTurns: 1 } },
  ],
  force: true,
};

export const compactWithWishes: ArticleExample = {
  id: "compact-wishes",
  group: ARTICLES.tools,
  title: "Claude Code's /compact, with instructions",
  before:
    "The same debugging session, far from full, compacted by hand with the instruction to keep errors and the steps that solved them.",
  result:
    "The error and its cause stay. Without a model, the instruction is only partly followed, and a warning says which part.",
  messages: debugging,
  later: () => [...afterwards()],
  strategies: [
    {
      id: "claude-code",
      params: { instructions: "Dwell on debugging, error messages, and the steps that solved them." },
    },
    { id: "claude-code" },
  ],
  force: true,
};
