import { ARTICLES, type ArticleExample } from "./article-example";
import { lines, say, system, tool, user } from "./chat";

export const manusFile: ArticleExample = {
  id: "manus-file",
  group: ARTICLES.manus,
  title: "A file is put aside, its path stays",
  before: "Six files that were read in full, and a command that failed with a long traceback.",
  result:
    "The content of the older files is removed. The path for reading each one again stays, and so does the failure.",
  messages: () => [
    user("Compare the six reports and say which one is wrong."),
    ...[1, 2, 3].flatMap((at) => report(at)),
    ...tool("r0", "bash", { command: "python3 compare.py" }, TRACEBACK),
    ...[4, 5, 6].flatMap((at) => report(at)),
    say("Report 3 counts one stall twice."),
  ],
  later: () => [
    ...tool("r7", "read_file", { path: "reports/quarter-3.md" }, "| stall 17 | quarter 3 | 51 visits |"),
    say("reports/quarter-3.md lists stall 17 with 51 visits twice; compare.py needs reports/annex.md."),
  ],
  strategies: [{ id: "manus", params: { keepNewest: 0 } }],
  force: true,
};

/** As long as the outputs that are put aside, but it is a failure, so it stays. */
const TRACEBACK = `Traceback (most recent call last):
${lines(40, (at) => `  File "compare.py", line ${at * 3}, in step_${at}`)}
FileNotFoundError: [Errno 2] No such file or directory: 'reports/annex.md'`;

const report = (at: number) =>
  tool(
    `r${at}`,
    "read_file",
    { path: `reports/quarter-${at}.md` },
    lines(60, (line) => `| stall ${line} | quarter ${at} | ${line * at} visits |`),
  );

export const putAside: ArticleExample = {
  id: "put-aside",
  group: ARTICLES.centAgent,
  title: "A log of 200 lines is put aside",
  before: "200 lines of a container's log in the middle of a debugging session.",
  result: "The last 50 lines and the line count (200) stay, with a reference to the full log.",
  messages: () => [
    user("Why does the container web-1 start again and again?"),
    ...tool("l1", "get_container_logs", { container: "web-1" }, lines(200, containerLine)),
    say("It runs out of memory while it warms its cache."),
  ],
  later: () => [
    ...tool("l2", "bash", { command: "docker update --memory 2g web-1" }, "web-1"),
    ...tool("l3", "edit_file", { path: "src/cache/warm-all.ts", content: "warm(100);" }, "edited"),
    say("src/cache/warm-all.ts warms 100 entries now, and web-1 has 2 GB."),
  ],
  strategies: [{ id: "centagent-externalise" }],
  force: false,
};

const containerLine = (at: number) =>
  at === 188 ? "188 out of memory: killed by src/cache/warm-all.ts" : `${at} warming entry ${at} of the cache`;

export const masking: ArticleExample = {
  id: "masking",
  group: ARTICLES.masking,
  title: "Old outputs are masked, the calls stay",
  before: "Eight commands with long outputs, one after the other.",
  result: "Only the newest outputs are left in full; every call and every word of the agent stays.",
  messages: () => [
    system("You fix one failing test."),
    user("The test of the price list fails. Find out why."),
    ...Array.from({ length: 8 }, (_, at) =>
      tool(
        `t${at}`,
        "bash",
        { command: `npx test prices/${at}` },
        lines(40, (line) => `case ${line}: price ${line + at} of src/prices/round-${at}.ts is right`),
      ),
    ).flat(),
    say("The rounding is wrong."),
  ],
  later: () => [
    ...tool("t8", "edit_file", { path: "src/prices/round-2.ts", content: "Math.round(price)" }, "edited"),
    say("src/prices/round-2.ts and src/prices/round-6.ts round now."),
  ],
  strategies: [{ id: "swe-agent-last-n", params: { n: 3, keepFirst: false } }],
  force: false,
};

const PLAN = "# Move the shop\n\n- [x] copy the tables\n- [ ] switch the addresses\n- [ ] watch the log\n";

export const recitation: ArticleExample = {
  id: "recitation",
  group: ARTICLES.manus,
  title: "A todo.md is repeated at the end",
  before: "A plan that the agent wrote into todo.md at the start, then work that pushed it far up.",
  result: "The plan, with its completed items ticked, is the last message before the model answers.",
  messages: () => [
    user("Move the shop to the new server."),
    ...tool("p0", "write_file", { path: "todo.md", content: PLAN }, "written"),
    ...[1, 2, 3].flatMap((at) => report(at)),
    say("Next I will switch the addresses."),
  ],
  later: () => [
    ...tool("p1", "bash", { command: "switch-addresses --to new" }, "switched"),
    say("The addresses are switched. What is left of todo.md: watch the log."),
  ],
  strategies: [{ id: "manus", params: { keepNewest: 0, batch: 1 } }],
  force: true,
};

/** In characters of prompt, call input and output. */
const BUDGET = 12_000;
const QUESTION = "Why is the shop slow since noon?";
const CALL = { container: "web-1" };

export const budget: ArticleExample = {
  id: "budget",
  group: ARTICLES.centAgent,
  title: "One character above a budget of 12,000",
  before: "A history of 12,001 characters, nearly all of them in one log.",
  result: "The budget is exceeded by one character, so the long output is removed and the dialogue stays.",
  messages: () => [
    user(QUESTION),
    ...tool("b1", "get_container_logs", CALL, logOf(BUDGET + 1 - QUESTION.length - JSON.stringify(CALL).length)),
    say("A backup runs at noon."),
  ],
  later: () => [
    ...tool("b2", "bash", { command: "crontab -l" }, "0 12 * * * backup web-1"),
    say("The backup of web-1 slows /api/shop/cart-3 and /api/shop/cart-5: it moves to the night."),
  ],
  strategies: [{ id: "centagent-budget" }],
  force: false,
};

/** A log of exactly this many characters. */
const logOf = (characters: number): string =>
  lines(500, (at) => `${at} GET /api/shop/cart-${at % 7} in ${at % 90} ms`).slice(0, characters);
