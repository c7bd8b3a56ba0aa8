import type { RuleContent, SummarySection, SummaryStyle } from "../grammar/summary-style";

/** File operations, least important first. If room is short, the newest lines of each kind stay. */
const FILES_HELD = ["read", "renamed", "deleted", "created", "modified"] as const;
const section = (title: string, asks: string, ...holds: readonly RuleContent[]): SummarySection => ({
  title,
  asks,
  holds,
});
const style = (id: string, sections: readonly SummarySection[], more: Partial<SummaryStyle> = {}): SummaryStyle => ({
  id,
  shape: "markdown",
  sections,
  ...more,
});

const NEXT = section("Next Steps", "what is to be done next, numbered, in line with the last request", "plan");
const PENDING = section("Pending Tasks", "what was asked for and is not done", "open");
const CURRENT = section(
  "Current Work",
  "what was being done last, in detail, with file names and short code",
  "current",
);
const CONCEPTS = section("Key Technical Concepts", "technologies, conventions and decisions that matter", "decisions");
const FILES = section(
  "Files and Code",
  "each file that was read, changed or created, what changed and why",
  ...FILES_HELD,
);
const ERRORS = section(
  "Errors and Fixes",
  "each error met with its exact message, how it was fixed or that it is open",
  "errors",
);
const SOLVING = section(
  "Problem Solving",
  "what was found out, and what is still being looked into",
  "tests",
  "keyPoints",
  "commands",
);

export const CLAUDE_CODE = style("claude-code", [
  section("Primary Request and Intent", "everything that the user asked for", "intent"),
  CONCEPTS,
  FILES,
  ERRORS,
  SOLVING,
  section("User Messages", "each message that the user typed, shortened only where it is long", "requests"),
  PENDING,
  CURRENT,
  NEXT,
]);

export const ROO = style("roo", [
  section("Previous Conversation", "the flow of the whole conversation", "intent", "requests"),
  CURRENT,
  CONCEPTS,
  FILES,
  SOLVING,
  section(
    "Pending Tasks and Next Steps",
    "open work, with literal quotes of the last messages so that nothing drifts",
    "plan",
  ),
]);

export const CONTINUE = style("continue", [
  section("Conversation Overview", "themes and goals", "intent", "requests"),
  section("Active Development", "what is being built now", "current"),
  section("Technical Stack", "languages, libraries, versions, conventions", "decisions", "commands"),
  section("File Operations", "files created, changed and read, with paths", ...FILES_HELD),
  section("Solutions and Troubleshooting", "problems, exact errors, what solved them", "errors", "tests", "keyPoints"),
  section("Outstanding Work", "what is left, and the next step", "plan"),
]);

/** The five sections named by the context-compression skill and Factory's evaluation. */
const ANCHORED = [
  section("Session Intent", "what the user wants to reach", "intent", "asked"),
  section("Files Modified", "one line a file: what changed; files that were only read are marked so", ...FILES_HELD),
  section("Decisions Made", "each choice with its reason; root causes", "decisions"),
  section(
    "Current State",
    "what works, which tests pass or fail, exact open errors",
    "commands",
    "keyPoints",
    "errors",
    "tests",
    "current",
  ),
  NEXT,
];
export const FACTORY = style("factory-anchored", ANCHORED, { isStrict: true, isComplete: true, isDelta: true });
export const REGENERATE = style("regenerate", ANCHORED, { isStrict: true, isComplete: true });
export const SLIDING = style("sliding-summary", ANCHORED, { isStrict: true, isComplete: true, isDelta: true });

export const CODEX = style("codex", [
  section("Goal", "what the user wants", "intent"),
  section("Progress and Decisions", "what was done and decided", "decisions", "tests", "current"),
  section("Constraints and Preferences", "what the user and the project demand", "requests"),
  section("Remaining Work", "next steps", "plan"),
  section(
    "Critical Data",
    "paths, names, values, references that are needed to go on",
    ...FILES_HELD,
    "errors",
    "commands",
    "keyPoints",
  ),
]);

export const OPENCODE = style("opencode", [
  section("Goal", "what the user wants", "intent"),
  section("Constraints & Preferences", "rules that were stated", "requests"),
  section("Progress", "done, in progress, blocked", "done", "tests", "current"),
  section("Key Decisions", "choices with reasons", "decisions"),
  NEXT,
  section(
    "Critical Context",
    "data, errors and references that are needed to go on",
    "errors",
    "commands",
    "keyPoints",
  ),
  section("Relevant Files", "paths, each with what it is for", ...FILES_HELD),
]);

const GEMINI_SECTIONS = [
  section("overall_goal", "one sentence", "intent"),
  section("active_constraints", "rules that the user or the work set", "requests"),
  section("key_knowledge", "facts, commands, conventions", "decisions", "commands", "keyPoints"),
  section("artifact_trail", "what happened to which file or symbol", "renamed", "deleted", "created", "modified"),
  section("file_system_state", "files created, changed, read, deleted", "read"),
  section("recent_actions", "the last steps with their results", "errors", "tests", "current"),
  section("task_state", "the plan with the state of each step", "plan"),
];
export const GEMINI = style("gemini", GEMINI_SECTIONS, { shape: "xml" });
export const GEMINI_REVIEW = style("gemini-review", GEMINI_SECTIONS, { shape: "xml", isReview: true });

export const LANGCHAIN = style("langchain", [
  section("Session Intent", "the user's goal", "intent", "requests"),
  section(
    "Summary",
    "what matters of what happened, with decisions and reasons",
    "requests",
    "decisions",
    "errors",
    "tests",
    "keyPoints",
    "current",
  ),
  section("Artifacts", "files and resources created, changed or used", ...FILES_HELD, "commands"),
  NEXT,
]);

export const OPENHANDS = style("openhands", [
  section("User Context", "goals, requirements, clarifications", "intent", "requests"),
  section("Completed", "tasks done, with short results", "done", "decisions"),
  section("Pending", "tasks left", "open"),
  section("Current State", "variables, data structures, files, running processes", "commands", "current"),
  section("Code State", "paths, function signatures, data structures", "read", "keyPoints"),
  section("Tests", "failing cases, error messages, outputs", "tests", "errors"),
  section("Changes", "edits to code and their effect", "renamed", "deleted", "created", "modified"),
]);

/** The fields that OpenHands' condenser asks for in a function call. The first three are required. */
export const OPENHANDS_STRUCTURED = style(
  "openhands-structured",
  [
    section("user_context", "what the user wants, with what was made clear since", "intent", "requests"),
    section("completed_tasks", "what is done", "done"),
    section("pending_tasks", "what is left to do", "open"),
    section("current_state", "values, variables and running things that matter now", "current"),
    section(
      "files_modified",
      "paths that were written, each with what changed",
      "renamed",
      "deleted",
      "created",
      "modified",
    ),
    section("function_changes", "functions that were added, changed or removed"),
    section("data_structures", "types and shapes of data that matter"),
    section("tests_written", "whether tests were written, and which"),
    section("tests_passing", "whether they pass"),
    section("failing_tests", "those that do not", "tests"),
    section("error_messages", "errors with their exact words", "errors"),
    section("branch_name", "the branch that is worked on"),
    section("branch_created", "whether it was made"),
    section("commits_final", "whether all is committed"),
    section("pr_created", "whether there is a pull request"),
    section("pr_status", "how it stands"),
    section("dependencies", "packages that were added or are needed"),
    section(
      "other_relevant_context",
      "anything else that is needed to go on",
      "read",
      "decisions",
      "commands",
      "keyPoints",
    ),
  ],
  { isStrict: true, required: ["user_context", "completed_tasks", "pending_tasks"] },
);

export const OPENHANDS_ATTENTION = style("openhands-attention", [], {
  task: "Each line of the transcript begins with the number of an event. Choose the events that are needed to go on with the task. Answer with their numbers alone, the most important first, separated by commas.",
});

export const GOOSE = style("goose", [
  section("User Intent", "each thing that the user asked for", "intent"),
  CONCEPTS,
  section("Files", "each path with what it is and what was done to it", ...FILES_HELD),
  ERRORS,
  SOLVING,
  section("User Messages", "what the user typed, in order", "requests"),
  PENDING,
  CURRENT,
  section("Next Step", "the one thing to do next, if the user asked for it", "next"),
]);

export const GOOSE_PAIR = style("goose-tool-pair", [], {
  task: "The transcript is one call of a tool with its result. Say in one or two sentences what was called for and what came of it; keep names, paths, numbers and errors exact.",
});

export const CRUSH = style("crush", [
  section("Current State", "the task, what is done, what is being worked on", "intent", "tests", "current"),
  section("Files & Changes", "files changed, read and still to be changed, with paths", ...FILES_HELD),
  section(
    "Technical Context",
    "decisions, patterns, commands that work and that do not",
    "decisions",
    "commands",
    "errors",
  ),
  section("Strategy", "the approach, why it was chosen, what was tried without success", "requests", "keyPoints"),
  section("Exact Next Steps", "so precise that another could do them without a question", "plan"),
]);

export const CLINE = style("cline-agentic", [
  section("Goal", "what the user wants", "intent"),
  section("State", "done, in progress, blocked", "done", "tests", "current"),
  section(
    "Highlights",
    "findings, decisions and errors that matter",
    "requests",
    "decisions",
    "errors",
    "commands",
    "keyPoints",
  ),
  section("Next", "what is to be done next", "open"),
  section("Files", "read and modified files, by path", ...FILES_HELD),
]);

export const DCP = style("dcp-compress", [
  section(
    "What Happened",
    "the range in short: what was asked, tried, found and decided",
    "intent",
    "requests",
    "decisions",
    "current",
  ),
  section("Files", "paths with what was done to them", ...FILES_HELD),
  section(
    "Details to Keep",
    "exact values, names, commands and errors that later work needs",
    "errors",
    "tests",
    "commands",
    "keyPoints",
  ),
]);

export const PLAIN = style("plain", []);
