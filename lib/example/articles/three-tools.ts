import { ARTICLES, type ArticleExample } from "./article-example";
import { type ChatMessage, lines, say, system, tool, user } from "./chat";

const GROUP = ARTICLES.tools;

export const rooWindow: ArticleExample = {
  id: "roo-window",
  group: GROUP,
  title: "Roo's sliding window cuts seven messages at one half",
  before: "Seven messages of about equal size, the first of them the task.",
  result: "The first message stays, two are removed, and [1, 4, 5, 6, 7] are left.",
  messages: () => [
    user("1: rename the order module to purchases."),
    say("2: src/order/index.ts exports it, and src/order/totals.ts imports it."),
    user("3: leave the tests of src/order/totals.ts for later."),
    say("4: the imports are renamed."),
    user("5: now the tests."),
    say("6: the tests are renamed."),
    user("7: does the build pass?"),
    say("8: it does."),
  ],
  later: () => [
    user("9: which module did you rename, and into what?"),
    say("10: the order module: src/order/index.ts and src/order/totals.ts are in src/purchases now."),
  ],
  strategies: [{ id: "roo-truncate", params: { fraction: 0.5 } }],
  force: true,
};

/** A model with a window of 131,072 tokens. The history needs more, so Continue must prune it. */
const SMALL_WINDOW_MODEL = "gpt-oss-120b";
const SMALL_WINDOW = 131_072;

export const continuePrune: ArticleExample = {
  id: "continue-prune",
  group: GROUP,
  title: "Continue prunes the oldest messages before a request",
  before:
    "A system message, old dialogue that fills the window, an empty message, and a call whose result is the newest message.",
  result:
    "The empty message and the oldest dialogue are removed; the system message and the last call with its result stay.",
  model: SMALL_WINDOW_MODEL,
  window: SMALL_WINDOW,
  messages: () => [
    system("You are a careful reviewer of a web shop."),
    user(`u1: read the old log first.\n${lines(2000, (at) => `line ${at}: the worker is idle`)}`),
    say(`a1: it says nothing new.\n${lines(20_000, (at) => `note ${at}: nothing to see`)}`),
    user(""),
    user("u2: look at the cart only."),
    user("u3: and say which file is at fault."),
    ...tool("c1", "read_file", { path: "src/cart.ts" }, "r1: export const total = sum(items) + items.length;"),
    say("a2: src/cart.ts adds the count of items to the sum."),
  ],
  later: () => [
    user("u4: then correct src/cart.ts."),
    ...tool(
      "c2",
      "edit_file",
      { path: "src/cart.ts", content: "export const total = sum(items);" },
      "edited src/cart.ts",
    ),
    say("a3: the total is the sum alone."),
  ],
  strategies: [{ id: "continue-prune" }],
  force: false,
};

/** Enough text that, by Claude's estimated tokenizer, only the last prompt exceeds 94 % of 200,000 tokens. */
function reactHistory(): ChatMessage[] {
  const file = (at: number) =>
    lines(600, (line) => `  <Row key="${at}-${line}" onClick={() => select(${line})} label="entry ${line}" />`);
  const reads = Array.from({ length: 12 }, (_, at) =>
    tool(`read_${at}`, "Read", { file_path: `src/list/part-${at}.tsx` }, file(at)),
  );
  return [
    user("Make the React list of entries fast: it renders every row again at each click."),
    ...reads.flat(),
    say("Every row gets a new handler at each render. I will memoise the rows and keep one handler."),
    user("Do that, part by part."),
  ];
}

export const claudeFold: ArticleExample = {
  id: "claude-fold",
  group: GROUP,
  title: "Claude Code compacts the history above 94 % of the window",
  before: "A task on React components. Its files fill more than 94 % of a 200,000-token window.",
  result:
    "Everything that was read becomes one summary, which tells the agent to continue without asking; an unanswered request stays.",
  model: "claude-sonnet-4-20250514",
  messages: () => [...reactHistory(), say("Part 0 is memoised.")],
  later: () => [
    ...tool("w1", "Edit", { file_path: "src/list/part-1.tsx", new_string: "<Row onClick={select} />" }, "edited"),
    say("src/list/part-1.tsx has one handler now, and its rows are memoised."),
  ],
  strategies: [{ id: "claude-code" }],
  force: false,
};

export const overflow: ArticleExample = {
  id: "overflow",
  group: GROUP,
  title: "132,848 tokens for a window of 131,072",
  before: "A request that needs 1,776 tokens more than the model's window has, and is refused.",
  result: "A strategy that fires on overflow brings the prompt back below the window.",
  model: SMALL_WINDOW_MODEL,
  window: SMALL_WINDOW,
  messages: () => overflowing(132_848),
  strategies: [{ id: "openhands-window" }, { id: "winnow" }],
  force: false,
};

/** Tokens of `overflowing(0)`, counted with o200k: the sentences and frames around the repeated word. */
const AROUND = 54;

/** Two long logs. Each repetition of the word is one token. */
function overflowing(tokens: number): ChatMessage[] {
  const half = Math.floor((tokens - AROUND) / 2);
  return [
    user("Find the first slow request in these two logs."),
    ...tool("log_1", "read_file", { path: "logs/monday.log" }, `slow${" slow".repeat(half)}`),
    ...tool("log_2", "read_file", { path: "logs/tuesday.log" }, `slow${" slow".repeat(tokens - AROUND - half)}`),
    say("The first slow request is at the top of logs/monday.log."),
  ];
}
