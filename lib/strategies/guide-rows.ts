/** When a strategy runs, its fallback, and when to choose it; each a phrase without a full stop. */
export type GuideRow = readonly [trigger: string, fallback: string, useWhen: string];

const ALWAYS = "every request";
const NONE = "none: everything that cannot be removed is kept";
const ORIGINAL = "the original history";
const SHELL = "command outputs fill the prompt, and their exact text is rarely needed again";
const LONG_RESULTS = "old tool outputs fill the prompt and their full text is rarely needed again";
const OLDEST = "a strict limit must be kept without a model, and the oldest messages matter least";
const EVENTS = "more than a fixed number of events";
const FULL = "close to the end of the window";
const CRUSH: GuideRow = [
  ALWAYS,
  NONE,
  "outputs are long lists, logs, diffs or search results, and a reference to the full text is enough",
];
const DCP: GuideRow = [
  ALWAYS,
  NONE,
  "calls are repeated, files are read after being written, or failed calls had long inputs",
];
const CUT_HALF: GuideRow = ["a share of the window", NONE, OLDEST];

/** Strategies that change or drop parts. */
const SHORTENING: Readonly<Record<string, GuideRow>> = {
  winnow: [
    "when a rewrite pays; at 100,000 tokens it cuts to 60,000",
    "drops the oldest dialogue above the limit",
    "you want a safe default: it protects the cache, specifics and the agent’s own words",
  ],
  "centagent-externalise": [ALWAYS, NONE, "a store and a tool to read it are available"],
  "swe-agent-last-n": [
    ALWAYS,
    NONE,
    "prompts are not cached: it breaks the cached prefix at each request, so in short cached sessions it costs more than it saves",
  ],
  "centagent-budget": [
    "over its budget",
    "drops the oldest dialogue",
    "a hard limit in characters is needed, as a safety net after another strategy",
  ],
  manus: [
    "a share of the window",
    NONE,
    "files and pages can be read again by path or URL, and a plan should stay in view",
  ],
  "essay-rules": [ALWAYS, NONE, "texts can be referenced by path or URL, and failures must stay"],
  "roo-truncate": CUT_HALF,
  "roo-latest-truncate": CUT_HALF,
  "kilo-truncate": ["a share of the window", NONE, "calls are native tool calls and none may lose its result"],
  "openhands-masking": [ALWAYS, NONE, LONG_RESULTS],
  "openhands-browser-output": [ALWAYS, NONE, "browser pages fill the prompt"],
  "openhands-recent": [EVENTS, NONE, OLDEST],
  "openhands-amortised": [EVENTS, NONE, "rewrites must be rare: half is removed each time"],
  "openhands-window": ["on request", NONE, OLDEST],
  "openhands-attention": [EVENTS, "the newest events", "a model may choose what stays"],
  "anthropic-clear-tool-uses": ["100,000 tokens", NONE, "requests go to Anthropic, which does the same on its side"],
  "anthropic-clear-thinking": [ALWAYS, NONE, "old thinking is long, and the provider allows its removal"],
  "opencode-prune": ["more than 20,000 tokens can be removed", NONE, LONG_RESULTS],
  "dcp-dedup": DCP,
  "dcp-supersede-writes": DCP,
  "dcp-purge-errors": DCP,
  "gemini-mask": ["more than 30,000 tokens can be removed", NONE, LONG_RESULTS],
  "gemini-truncate-outputs": ["outputs above a budget", NONE, LONG_RESULTS],
  "headroom-coding": [
    ALWAYS,
    NONE,
    "prompts are cached and outputs are long: each output is shortened only once, when it arrives",
  ],
  "context-guru": [
    ALWAYS,
    NONE,
    "prompts are cached and outputs repeat themselves: each output is shortened only once, when it arrives",
  ],
  "lean-ctx": [ALWAYS, NONE, "the same unchanged files are read repeatedly"],
  rtk: [ALWAYS, NONE, SHELL],
  "headroom-crush": CRUSH,
  "headroom-log": CRUSH,
  "headroom-diff": CRUSH,
  "headroom-search": CRUSH,
  "headroom-text": CRUSH,
  "headroom-read-lifecycle": [ALWAYS, NONE, "files are read, changed and read again"],
  "langchain-clear-tools": ["100,000 tokens", NONE, LONG_RESULTS],
  "langchain-python-clear-tools": ["more than 100,000 tokens", NONE, LONG_RESULTS],
  "langchain-trim": ["over its size", NONE, OLDEST],
  "ai-sdk-prune": [ALWAYS, NONE, "only the newest messages need their calls and reasoning"],
  "cline-classic": [FULL, "one hole in the middle", "files are read repeatedly"],
  "cline-basic": [FULL, "an error", OLDEST],
  "cline-projection": [FULL, "an error", OLDEST],
  "continue-prune": ["over its size", "an error", OLDEST],
  "codex-user-messages": ["nine tenths of the window", NONE, "the user's messages contain everything that matters"],
  "codex-token-budget": [
    "nine tenths of the window",
    NONE,
    "the task is written down in files, and no dialogue needs to stay",
  ],
  "goose-middle-out": [
    "four fifths of the window",
    NONE,
    "the start and the end of the work matter more than its middle",
  ],
  "pi-cut": [FULL, NONE, OLDEST],
  "aider-cut": ["over a sixteenth of the window", NONE, "files are sent separately from the history"],
  "letta-cut": ["nine tenths of the window", NONE, OLDEST],
  "openai-truncation-auto": [FULL, "an error", "requests go to OpenAI's older API"],
  "fixed-threshold": ["a share of the window", NONE, "simplicity matters more than compressing at the best time"],
  "sliding-turns": [
    "more than five turns",
    NONE,
    "the size must be predictable, older turns are done with, and no summary is wanted",
  ],
  importance: ["a share of the window", NONE, "files and errors must outlive chatter"],
  "task-boundary": ["a task is done", NONE, "tasks are independent of each other"],
  "supercompact-eitf": ["80,000 tokens", NONE, "the user writes often, and turns must be kept verbatim"],
  "supercompact-setcover": [
    "80,000 tokens",
    NONE,
    "the user writes often; turns, and names that occur in only one turn, must be kept verbatim",
  ],
};

const ANY_LONG = "the course of the work matters more than its exact words";
const ALL_READ: GuideRow = [FULL, ORIGINAL, ANY_LONG];
const PRUNED = "the oldest messages are removed until the rest fits";
const LETTA: GuideRow = ["nine tenths of the window", ORIGINAL, ANY_LONG];
const PROVIDER = "no compaction";

/** Strategies that summarise. */
const FOLDING: Readonly<Record<string, GuideRow>> = {
  "claude-code-2.1": [
    "33,000 tokens before the end of the window, or on request",
    ORIGINAL,
    "work on a few files must continue immediately",
  ],
  "claude-code": ["94 % of the window, or on request", ORIGINAL, ANY_LONG],
  "roo-3.25": ["a share or all of the window", "the sliding window", "you want a summary, and a cut if it fails"],
  "roo-latest": ["a share or all of the window", "the sliding window", "you want a summary, and a cut if it fails"],
  "continue-summary": ["on request, up to a chosen message", PRUNED, "you know where the finished work ends"],
  "continue-cli-auto": [FULL, PRUNED, ANY_LONG],
  "factory-anchored": [
    "four fifths of the window",
    ORIGINAL,
    "sessions run to a hundred messages or more, files matter, and you must be able to check what was kept",
  ],
  "sliding-summary": [
    "more than five typed turns or forty steps",
    ORIGINAL,
    "you run a coding agent: the article behind this strategy calls it the best balance between a predictable size and what is kept",
  ],
  regenerate: [
    "four fifths of the window",
    ORIGINAL,
    "the summary must read well, phases are clear, and each is reviewed in full",
  ],
  opaque: [
    "the provider's",
    PROVIDER,
    "the saving must be the largest, sessions are short and fetching again is cheap",
  ],
  "openai-compact": ["the provider's", PROVIDER, "requests go to OpenAI"],
  "anthropic-compact": ["150,000 tokens", PROVIDER, "requests go to Anthropic"],
  "anthropic-compact-on-demand": [
    "on request",
    PROVIDER,
    "requests go to Anthropic, and you want to choose when to compact",
  ],
  "codex-local": ["nine tenths of the window", ORIGINAL, "what the user typed must be kept verbatim"],
  "codex-remote-v2": [
    "nine tenths of the window",
    PROVIDER,
    "what the user typed must be kept verbatim, and requests go to OpenAI",
  ],
  "codex-remote": ["nine tenths of the window", PROVIDER, "requests go to OpenAI"],
  "opencode-compact": [FULL, ORIGINAL, "the newest two turns must stay"],
  "kilo-compact": ["a share of the window, or close to its end", ORIGINAL, "the newest two turns must stay"],
  "gemini-compress": ["half of the window", "truncated outputs", "quality drops long before the window is full"],
  "langchain-python-summarize": ["a share, tokens or messages", ORIGINAL, "the newest messages must stay"],
  "langchain-summarize": ["a share, tokens or messages", ORIGINAL, "the newest messages must stay"],
  "openhands-summarising": [EVENTS, ORIGINAL, "the first messages must be kept verbatim"],
  "openhands-structured": [EVENTS, ORIGINAL, "the summary is read by a program"],
  "openhands-sdk": [EVENTS, ORIGINAL, "the first messages must be kept verbatim"],
  goose: ["four fifths of the window", "fewer tool responses, middle outwards", ANY_LONG],
  "goose-tool-pairs": ["more calls than fit", ORIGINAL, "single calls matter, and one line for each is enough"],
  crush: ALL_READ,
  "cline-agentic-0.0.86": [FULL, "drops the oldest", ANY_LONG],
  "cline-agentic": [FULL, "drops the oldest", ANY_LONG],
  "dcp-compress-3.1": [
    "100,000 tokens, or a named range",
    ORIGINAL,
    "a model can tell which range of the work is done",
  ],
  "dcp-compress": ["150,000 tokens, or a named range", ORIGINAL, "a model can tell which range of the work is done"],
  "pi-1.5": ALL_READ,
  pi: ALL_READ,
  aider: ["over a sixteenth of the window", ORIGINAL, "files are sent separately from the history"],
  "letta-sliding": LETTA,
  "letta-partial-evict": LETTA,
};

export const GUIDE_ROWS: Readonly<Record<string, GuideRow>> = { ...SHORTENING, ...FOLDING };
