import type { SummarySection, SummaryStyle } from "../grammar/summary-style";

const section = (title: string, asks: string): SummarySection => ({ title, asks });
const style = (id: string, sections: readonly SummarySection[], more: Partial<SummaryStyle> = {}): SummaryStyle => ({
  id,
  shape: "markdown",
  sections,
  ...more,
});

const NEXT = section("Next Steps", "what is to be done next, numbered, in line with the last request");
const PENDING = section("Pending Tasks", "what was asked for and is not done");
const CURRENT = section("Current Work", "what was being done last, in detail, with file names and short code");
const CONCEPTS = section("Key Technical Concepts", "technologies, conventions and decisions that matter");
const FILES = section("Files and Code", "each file that was read, changed or created, what changed and why");
const ERRORS = section(
  "Errors and Fixes",
  "each error met with its exact message, how it was fixed or that it is open",
);
const SOLVING = section("Problem Solving", "what was found out, and what is still being looked into");

export const CLAUDE_CODE = style("claude-code", [
  section("Primary Request and Intent", "everything that the user asked for"),
  CONCEPTS,
  FILES,
  ERRORS,
  SOLVING,
  section("User Messages", "each message that the user typed, shortened only where it is long"),
  PENDING,
  CURRENT,
  NEXT,
]);

export const ROO = style("roo", [
  section("Previous Conversation", "the flow of the whole conversation"),
  CURRENT,
  CONCEPTS,
  FILES,
  SOLVING,
  section("Pending Tasks and Next Steps", "open work, with literal quotes of the last messages so that nothing drifts"),
]);

export const CONTINUE = style("continue", [
  section("Conversation Overview", "themes and goals"),
  section("Active Development", "what is being built now"),
  section("Technical Stack", "languages, libraries, versions, conventions"),
  section("File Operations", "files created, changed and read, with paths"),
  section("Solutions and Troubleshooting", "problems, exact errors, what solved them"),
  section("Outstanding Work", "what is left, and the next step"),
]);

/** The sections of the context-compression skill and of Factory's evaluation. */
const ANCHORED = [
  section("Session Intent", "what the user wants to reach"),
  section("Files Modified", "one line a file: what changed; files that were only read are marked so"),
  section("Decisions Made", "each choice with its reason; root causes"),
  section("Current State", "what works, which tests pass or fail, exact open errors"),
  NEXT,
];
export const FACTORY = style("factory-anchored", ANCHORED, { isStrict: true, isDelta: true });
export const REGENERATE = style("regenerate", ANCHORED, { isStrict: true });

export const CODEX = style("codex", [
  section("Goal", "what the user wants"),
  section("Progress and Decisions", "what was done and decided"),
  section("Constraints and Preferences", "what the user and the project demand"),
  section("Remaining Work", "next steps"),
  section("Critical Data", "paths, names, values, references that are needed to go on"),
]);

export const OPENCODE = style("opencode", [
  section("Goal", "what the user wants"),
  section("Constraints & Preferences", "rules that were stated"),
  section("Progress", "done, in progress, blocked"),
  section("Key Decisions", "choices with reasons"),
  NEXT,
  section("Critical Context", "data, errors and references that are needed to go on"),
  section("Relevant Files", "paths, each with what it is for"),
]);

const GEMINI_SECTIONS = [
  section("overall_goal", "one sentence"),
  section("active_constraints", "rules that the user or the work set"),
  section("key_knowledge", "facts, commands, conventions"),
  section("artifact_trail", "what happened to which file or symbol"),
  section("file_system_state", "files created, changed, read, deleted"),
  section("recent_actions", "the last steps with their results"),
  section("task_state", "the plan with the state of each step"),
];
export const GEMINI = style("gemini", GEMINI_SECTIONS, { shape: "xml" });
export const GEMINI_REVIEW = style("gemini-review", GEMINI_SECTIONS, { shape: "xml", isReview: true });

export const LANGCHAIN = style("langchain", [
  section("Session Intent", "the user's goal"),
  section("Summary", "what matters of what happened, with decisions and reasons"),
  section("Artifacts", "files and resources created, changed or used"),
  NEXT,
]);

export const OPENHANDS = style("openhands", [
  section("User Context", "goals, requirements, clarifications"),
  section("Completed", "tasks done, with short results"),
  section("Pending", "tasks left"),
  section("Current State", "variables, data structures, files, running processes"),
  section("Code State", "paths, function signatures, data structures"),
  section("Tests", "failing cases, error messages, outputs"),
  section("Changes", "edits to code and their effect"),
]);

/** The fields of its condenser's function call; the first three must be there. */
export const OPENHANDS_STRUCTURED = style(
  "openhands-structured",
  [
    section("user_context", "what the user wants, with what was made clear since"),
    section("completed_tasks", "what is done"),
    section("pending_tasks", "what is left to do"),
    section("current_state", "values, variables and running things that matter now"),
    section("files_modified", "paths that were written, each with what changed"),
    section("function_changes", "functions that were added, changed or removed"),
    section("data_structures", "types and shapes of data that matter"),
    section("tests_written", "whether tests were written, and which"),
    section("tests_passing", "whether they pass"),
    section("failing_tests", "those that do not"),
    section("error_messages", "errors with their exact words"),
    section("branch_name", "the branch that is worked on"),
    section("branch_created", "whether it was made"),
    section("commits_final", "whether all is committed"),
    section("pr_created", "whether there is a pull request"),
    section("pr_status", "how it stands"),
    section("dependencies", "packages that were added or are needed"),
    section("other_relevant_context", "anything else that is needed to go on"),
  ],
  { isStrict: true, required: ["user_context", "completed_tasks", "pending_tasks"] },
);

export const OPENHANDS_ATTENTION = style("openhands-attention", [], {
  task: "Each line of the transcript begins with the number of an event. Choose the events that are needed to go on with the task. Answer with their numbers alone, the most important first, separated by commas.",
});

export const GOOSE = style("goose", [
  section("User Intent", "each thing that the user asked for"),
  CONCEPTS,
  section("Files", "each path with what it is and what was done to it"),
  ERRORS,
  SOLVING,
  section("User Messages", "what the user typed, in order"),
  PENDING,
  CURRENT,
  section("Next Step", "the one thing to do next, if the user asked for it"),
]);

export const GOOSE_PAIR = style("goose-tool-pair", [], {
  task: "The transcript is one call of a tool with its result. Say in one or two sentences what was called for and what came of it; keep names, paths, numbers and errors exact.",
});

export const CRUSH = style("crush", [
  section("Current State", "the task, what is done, what is being worked on"),
  section("Files & Changes", "files changed, read and still to be changed, with paths"),
  section("Technical Context", "decisions, patterns, commands that work and that do not"),
  section("Strategy", "the approach, why it was chosen, what was tried without success"),
  section("Exact Next Steps", "so precise that another could do them without a question"),
]);

export const CLINE = style("cline-agentic", [
  section("Goal", "what the user wants"),
  section("State", "done, in progress, blocked"),
  section("Highlights", "findings, decisions and errors that matter"),
  section("Next", "what is to be done next"),
  section("Files", "read and modified files, by path"),
]);

export const DCP = style("dcp-compress", [
  section("What Happened", "the range in short: what was asked, tried, found and decided"),
  section("Files", "paths with what was done to them"),
  section("Details to Keep", "exact values, names, commands and errors that later work needs"),
]);

export const PLAIN = style("plain", []);
