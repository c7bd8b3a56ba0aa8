/** An action of the scripted model, independent of the client's tool names. */
export type Act =
  | { readonly do: "read"; readonly file: string }
  | { readonly do: "shell"; readonly command: string }
  | { readonly do: "edit"; readonly file: string; readonly from: string; readonly to: string }
  | { readonly do: "plan"; readonly items: readonly PlanItem[] }
  | { readonly do: "delegate"; readonly prompt: string }
  /** A tool of the project's own MCP server. */
  | { readonly do: "mcp"; readonly text: string };
export type PlanItem = readonly [text: string, status: "completed" | "in_progress" | "pending"];

/** One answer of the model, or the status of a refusal. */
export type Step = {
  readonly say?: string;
  readonly thinks?: boolean;
  readonly acts?: readonly Act[];
  readonly refuse?: 429 | 500 | 529;
};

/** A prompt that names its task, such as `[[task:main]]`, is answered with that task's steps. */
export type Tasks = Readonly<Record<string, readonly Step[]>>;

/** Included in a sub-agent's prompt, to recognise its requests. */
export const SUBTASK = "SUBTASK-MARK";

const WORDS =
  "the parser splits each line at the first colon and trims both sides before it stores the pair in a map so that later lookups stay cheap".split(
    " ",
  );

/** This many words of plain text. */
export const prose = (length: number, seed = 1): string =>
  `${Array.from({ length }, (_, at) => WORDS[(at * 7 + seed * 3) % WORDS.length]).join(" ")}.`;

const read = (file: string): Act => ({ do: "read", file });
const shell = (command: string): Act => ({ do: "shell", command });
const edit = (file: string, from: string, to: string): Act => ({ do: "edit", file, from, to });
const plan = (done: 1 | 3): Act => ({
  do: "plan",
  items: [
    ["Read the parser", "completed"],
    ["Fix the empty line", done === 3 ? "completed" : "in_progress"],
    ["Run the tests", done === 3 ? "completed" : "pending"],
  ],
});
const slice = (at: number): Act => shell(`sed -n ${at * 60 + 1},${at * 60 + 60}p data.txt`);

const FAULT = "weightOf: the unit stone is unknown, see src/units/convert-row.js:41";

const FIXED: Tasks = {
  main: [
    { say: "I will read the README first.", thinks: true, acts: [read("README.md")] },
    { say: "Now a listing.", acts: [shell("ls -la && ls src")] },
    { say: "Let me keep a plan.", acts: [plan(1)] },
    { acts: [read("src/parse.js")], thinks: true },
    { say: "Is there a changelog?", acts: [shell("cat missing-changelog.txt")] },
    {
      say: "There is none. I edit the parser.",
      acts: [
        edit(
          "src/parse.js",
          "    const at = line.indexOf(':');",
          "    if (line === '') continue;\n    const at = line.indexOf(':');",
        ),
      ],
    },
    { say: "Two looks at once.", acts: [read("package.json"), shell("git status --short")] },
    {
      say: "A helper shall look at the data.",
      acts: [{ do: "delegate", prompt: `${SUBTASK}: look at data.txt and say how many lines it has.` }],
    },
    { acts: [shell("head -c 6000 data.txt")], thinks: true },
    { acts: [plan(3)] },
    { acts: [shell("git diff")] },
    { say: `Done: empty lines are skipped now. ${prose(60)}` },
  ],
  second: [
    { say: "Back to it: the formatter.", acts: [read("src/format.js")], thinks: true },
    { acts: [edit("src/format.js", "  return key + ':' + value;", "  return key + ': ' + value;")] },
    { acts: [shell("node test.js")] },
    { say: `The formatter writes a blank after the colon now. ${prose(40, 2)}` },
  ],
  third: [{ acts: [shell("wc -l src/*.js")] }, { say: `Counted the lines. ${prose(30, 3)}` }],
  errors: [
    { refuse: 529 },
    { say: "First a look.", acts: [read("src/parse.js")] },
    { acts: [read("src/does-not-exist.js")] },
    { refuse: 500 },
    { acts: [shell("exit 3")] },
    { acts: [edit("src/parse.js", "this text is not in the file at all", "x")] },
    { refuse: 429 },
    { acts: [shell("node -e \"throw new Error('boom')\"")] },
    { say: `All of that failed as it should. ${prose(30, 4)}` },
  ],
  long: [
    ...Array.from({ length: 14 }, (_, at) => ({
      say: `Part ${at + 1}. ${prose(20, at)}`,
      acts: [slice(at)],
      thinks: at % 4 === 0,
    })),
    { say: `All parts are read. ${prose(50, 5)}` },
  ],
  /** Long, with images, failures, a sub-agent, and results that fill the window. */
  journey: [
    { say: "First the picture.", thinks: true, acts: [read("shot.png")] },
    { say: "And what is not there.", acts: [read("src/not-there.js")] },
    {
      say: "A helper counts.",
      acts: [{ do: "delegate", prompt: `${SUBTASK}: look at data.txt and say how many lines it has.` }],
    },
    ...Array.from({ length: 9 }, (_, at) => ({
      say: `Part ${at + 1}. ${prose(15, at)}`,
      acts: at % 3 === 2 ? [slice(at), shell("exit 4")] : [slice(at)],
      thinks: at % 3 === 0,
    })),
    { acts: [edit("src/format.js", "  return key + ':' + value;", "  return key + ' : ' + value;")] },
    { say: "Once more the picture.", acts: [read("shot.png"), read("package.json")] },
    ...Array.from({ length: 4 }, (_, at) => ({ acts: [slice(at + 10)] })),
    { say: `The journey ends. ${prose(40, 11)}` },
  ],
  /** Finds a fault whose place and message are only in the conversation. */
  fault: [
    { say: "First the parser.", thinks: true, acts: [read("src/parse.js")] },
    { say: "I run the conversion.", acts: [shell(`node -e "throw new TypeError('${FAULT}')"`)] },
    { say: "Which rows are these?", acts: [slice(3)] },
    {
      say: "The cause is in `convertRow` of src/units/convert-row.js: a stone is 6.35 kg there. I repair it next, and run `npm run convert -- --strict`.",
    },
  ],
  tools: [
    { say: "I ask the project's own tool.", thinks: true, acts: [{ do: "mcp", text: "hello" }] },
    { acts: [{ do: "mcp", text: "again" }, shell("wc -l src/*.js")] },
    { acts: [{ do: "mcp", text: "fail" }] },
    { say: `The tool has answered. ${prose(20, 12)}` },
  ],
  "tools-again": [
    { say: "With the other model.", acts: [{ do: "mcp", text: "switched" }] },
    { acts: [read("README.md")] },
    { say: `Both have answered. ${prose(20, 13)}` },
  ],
  sub: [
    { say: "I count.", acts: [shell("wc -l data.txt")] },
    { acts: [shell("head -5 data.txt")] },
    { say: `The data has 1200 lines. ${prose(30, 6)}` },
  ],
};

/** The possible actions of a drawn step; they work in any order. */
const DRAWN: readonly ((next: (below: number) => number) => Act)[] = [
  (next) => read(["README.md", "src/parse.js", "src/format.js", "package.json"][next(4)] as string),
  (next) => slice(next(19)),
  (next) =>
    shell(
      `grep -n ${["colour", "weight", "parse", "nothing-like-it"][next(4)]} README.md data.txt | head -${5 + next(40)}`,
    ),
  () => shell("exit 3"),
  () => read("src/gone.js"),
  (next) => plan(next(2) === 0 ? 1 : 3),
  (next) => edit("data.txt", `row ${1 + next(1_200)}: item`, `row: item ${next(99)}`),
];

/** The tasks; `drawn` and `drawn-again` are new sessions for each seed. */
export function tasksOf(seed: number): Tasks {
  const next = generator(seed);
  const draw = (steps: number): Step[] => [
    ...Array.from({ length: steps }, () => ({
      ...(next(3) > 0 && { say: prose(5 + next(40), next(20)) }),
      thinks: next(4) === 0,
      acts: Array.from({ length: 1 + (next(5) === 0 ? 1 : 0) }, () =>
        (DRAWN[next(DRAWN.length)] as (typeof DRAWN)[number])(next),
      ),
    })),
    { say: prose(20 + next(60), next(20)) },
  ];
  return { ...FIXED, drawn: draw(6 + next(8)), "drawn-again": draw(2 + next(6)) };
}

/** Pseudo-random numbers below a bound, the same for the same seed. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
