import { type ClientRow, LOG, NONE } from "./client-row";

/**
 * A row for a client that writes into its working directory. Files are searched for below WINNOW_PROJECTS, at most four
 * levels deep.
 */
const inProjects = (id: string, title: string, importer: string, files: RegExp, source: string): ClientRow => ({
  title,
  importer,
  places: [{ id: `${id}.projects`, title: `${title} (projects)`, at: "$WINNOW_PROJECTS" }],
  files,
  folders: /^(?!(?:.*\/)?(?:node_modules|\.git|\.venv|target|dist)$)(?:[^/]+\/){0,3}[^/]+$/s,
  companions: importer === "crush" ? LOG : NONE,
  asOf: "2026-11-22",
  source,
});

/** Clients that keep sessions in their working directory. Dated facts. */
export const PROJECT_CLIENTS: readonly ClientRow[] = [
  inProjects(
    "crush",
    "Crush",
    "crush",
    /(?:^|\/)\.crush\/crush\.db$/s,
    "github.com/charmbracelet/crush: .crush in each project",
  ),
  inProjects(
    "aider",
    "Aider",
    "aider",
    /(?:^|\/)\.aider\.chat\.history\.md$/s,
    "aider.chat/docs, options: --chat-history-file, in the root of each repository",
  ),
  inProjects(
    "specstory",
    "SpecStory",
    "specstory",
    /(?:^|\/)\.specstory\/history\/[^/]+\.md$/s,
    "github.com/specstoryai/getspecstory, specstory-cli: .specstory/history in each project",
  ),
  inProjects(
    "swe-agent",
    "SWE-agent",
    "swe-agent",
    /(?:^|\/)trajectories\/.*\.traj$/s,
    "swe-agent.com/latest/usage/trajectories: the trajectories folder where it is started",
  ),
  inProjects(
    "mini-swe-agent",
    "mini-swe-agent",
    "mini-swe-agent",
    /\.traj\.json$/s,
    "mini-swe-agent.com, batch runs: the output folder that is chosen",
  ),
  inProjects(
    "openhands",
    "OpenHands",
    "openhands",
    /(?:^|\/)(?:evaluation_outputs\/.*output\.jsonl|trajector[^/]*\.json)$/s,
    "github.com/OpenHands/OpenHands, evaluation: output.jsonl; SAVE_TRAJECTORY_PATH",
  ),
  inProjects(
    "claude-trace",
    "claude-trace",
    "anthropic-captures",
    /(?:^|\/)\.claude-trace\/log-[^/]*\.jsonl$/s,
    "github.com/badlogic/lemmy, apps/claude-trace/README.md: .claude-trace/log-*.jsonl where it is started",
  ),
  inProjects(
    "claude-tap",
    "claude-tap",
    "anthropic-captures",
    /(?:^|\/)\.traces\/(?:[^/]+\/)?trace_[^/]*\.jsonl$/s,
    "claude-tap's README.md: --tap-output-dir, ./.traces by default, in later versions with a folder for each day",
  ),
];
