/** Folders by template: `~` is the home folder, `$NAME` an environment variable (see discovery-roots.ts for defaults). */
export type ClientPlace = { readonly id: string; readonly title?: string; readonly at: string };
export type Platform = "linux" | "darwin" | "win32";

/** How the files of one session are found beside its main file. */
export type CompanionRule =
  | { readonly kind: "none" }
  /** Claude Code: `<id>/subagents/…`, and siblings `agent-*.jsonl` that name the session in their rows. */
  | { readonly kind: "sub-agents" }
  /** Files with these names in the same folder. */
  | { readonly kind: "folder"; readonly names: readonly string[] }
  /** OpenCode: `message/<session>/msg_*.json` and `part/<message>/prt_*.json`. */
  | { readonly kind: "storage-tree" }
  /** `<id>.jsonl` with `<id>` and this ending beside it. */
  | { readonly kind: "same-stem"; readonly ending: string }
  /** Kimi Code: `agents/main/wire.jsonl` with those of the other agents. */
  | { readonly kind: "agents" }
  /** SQLite: what was written last stands in a log beside the database, the same name with `-wal` at its end. */
  | { readonly kind: "database-log" };

/** Where one client keeps its transcripts. Shown only when the importer is registered and the folder exists. */
export type ClientRow = {
  readonly title: string;
  /** Id of the importer that reads these files. */
  readonly importer: string;
  readonly places: readonly ClientPlace[] | Readonly<Record<Platform, readonly ClientPlace[]>>;
  /** Main files, relative to the place with forward slashes. */
  readonly files: RegExp;
  /** Folders that are looked into; all of them where absent. */
  readonly folders?: RegExp;
  readonly companions: CompanionRule;
  readonly asOf: string;
  readonly source: string;
};

const NONE: CompanionRule = { kind: "none" };
const LOG: CompanionRule = { kind: "database-log" };
const TASK: CompanionRule = { kind: "folder", names: ["ui_messages.json", "task_metadata.json"] };

const EDITORS: readonly { readonly id: string; readonly title: string; readonly folder: string }[] = [
  { id: "code", title: "VS Code", folder: "Code" },
  { id: "insiders", title: "VS Code Insiders", folder: "Code - Insiders" },
  { id: "codium", title: "VSCodium", folder: "VSCodium" },
  { id: "cursor", title: "Cursor", folder: "Cursor" },
  { id: "windsurf", title: "Windsurf", folder: "Windsurf" },
];

const USER_FOLDERS: Readonly<Record<Platform, string>> = {
  linux: "$XDG_CONFIG_HOME",
  darwin: "~/Library/Application Support",
  win32: "$APPDATA",
};

/** One place per editor of the VS Code family, and the server side of remote work. */
function inEditors(client: string, title: string, below: string): Readonly<Record<Platform, readonly ClientPlace[]>> {
  const on = (platform: Platform): ClientPlace[] => [
    ...EDITORS.map((editor) => ({
      id: `${client}.${editor.id}`,
      title: `${title} (${editor.title})`,
      at: `${USER_FOLDERS[platform]}/${editor.folder}/User/${below}`,
    })),
    { id: `${client}.remote`, title: `${title} (remote)`, at: `~/.vscode-server/data/User/${below}` },
  ];
  return { linux: on("linux"), darwin: on("darwin"), win32: on("win32") };
}

const task = (id: string, title: string, extension: string): ClientRow => ({
  title,
  importer: "cline",
  places: inEditors(id, title, `globalStorage/${extension}/tasks`),
  files: /^[^/]+\/api_conversation_history\.json$/s,
  folders: /^[^/]+$/s,
  companions: TASK,
  asOf: "2026-11-22",
  source: "docs.cline.bot, task history recovery: storage paths per system; extension ids of the VS Code marketplace",
});

/** The folder of one editor of the VS Code family, the same place on every system. */
function inEditor(id: string, folder: string, below: string): Readonly<Record<Platform, readonly ClientPlace[]>> {
  const on = (platform: Platform) => [{ id, at: `${USER_FOLDERS[platform]}/${folder}/User/${below}` }];
  return { linux: on("linux"), darwin: on("darwin"), win32: on("win32") };
}

/**
 * Clients that write into the folder they are started in have no place of their own: they are found below the folder
 * of projects that WINNOW_PROJECTS names, at most so deep.
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

/** The clients, as dated facts. */
export const CLIENTS: readonly ClientRow[] = [
  {
    title: "Claude Code",
    importer: "claude-code",
    places: [
      { id: "claude-code", at: "~/.claude/projects" },
      { id: "claude-code-xdg", at: "$XDG_CONFIG_HOME/claude/projects" },
      { id: "claude-code-config", title: "Claude Code (CLAUDE_CONFIG_DIR)", at: "$CLAUDE_CONFIG_DIR/projects" },
    ],
    files: /\.jsonl$/s,
    companions: { kind: "sub-agents" },
    asOf: "2026-11-22",
    source: "code.claude.com/docs, settings: CLAUDE_CONFIG_DIR, transcripts below projects",
  },
  {
    title: "Codex",
    importer: "codex",
    places: [
      { id: "codex", at: "~/.codex/sessions" },
      { id: "codex-archived", title: "Codex (archived)", at: "~/.codex/archived_sessions" },
      { id: "codex-home", title: "Codex (CODEX_HOME)", at: "$CODEX_HOME/sessions" },
    ],
    // Older ones are packed.
    files: /(^|\/)rollout-[^/]+\.jsonl(?:\.zst)?$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/openai/codex, codex-rs/rollout: sessions and archived_sessions below CODEX_HOME",
  },
  {
    title: "iFlow",
    importer: "claude-code",
    places: [{ id: "iflow", at: "~/.iflow/projects" }],
    files: /^[^/]+\/[^/]+\.jsonl$/s,
    folders: /^[^/]+$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/kenn-io/agentsview, internal/parser: iflow below ~/.iflow/projects",
  },
  {
    title: "TraeX",
    importer: "codex",
    places: [{ id: "traex", at: "~/.trae/cli/sessions" }],
    files: /(^|\/)rollout-[^/]+\.jsonl(?:\.zst)?$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/kenn-io/agentsview, internal/parser: rollouts of TraeX below ~/.trae/cli/sessions",
  },
  {
    title: "Gemini CLI",
    importer: "gemini-cli",
    places: [{ id: "gemini-cli", at: "~/.gemini/tmp" }],
    files: /^[^/]+\/chats\/(?:[^/]+\/)?session-[^/]+\.jsonl?$/s,
    folders: /^[^/]+(?:\/chats(?:\/[^/]+)?)?$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "geminicli.com, session management: ~/.gemini/tmp/<project_hash>/chats/",
  },
  {
    title: "Qwen Code",
    importer: "qwen-code",
    places: [{ id: "qwen-code", at: "~/.qwen/projects" }],
    files: /^[^/]+\/chats\/[^/]+\.jsonl$/s,
    folders: /^[^/]+(?:\/chats)?$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/QwenLM/qwen-code, packages/core: chats below ~/.qwen/projects",
  },
  {
    title: "OpenCode",
    importer: "opencode",
    places: [{ id: "opencode", at: "$XDG_DATA_HOME/opencode/storage" }],
    files: /^session\/[^/]+\/ses_[^/]+\.json$/s,
    folders: /^(?:session|message|part)(?:\/[^/]+)?$/s,
    companions: { kind: "storage-tree" },
    asOf: "2026-11-22",
    source: "github.com/anomalyco/opencode, storage before 1.14; the same folder on every system (xdg-basedir)",
  },
  {
    title: "OpenCode",
    importer: "opencode",
    places: [{ id: "opencode-db", title: "OpenCode (database)", at: "$XDG_DATA_HOME/opencode" }],
    files: /^opencode(?:-[^/]+)?\.db$/s,
    folders: /^$/,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/ccusage/ccusage#966: opencode.db since 1.14; a channel has its own file",
  },
  {
    title: "Kilo Code",
    importer: "opencode",
    places: [{ id: "kilo-db", title: "Kilo Code (database)", at: "$XDG_DATA_HOME/kilo" }],
    files: /^kilo(?:-[^/]+)?\.db$/s,
    folders: /^$/,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/getagentseal/codeburn#404: since 7.2.21, with the tables of OpenCode, which it is a fork of",
  },
  {
    title: "Continue",
    importer: "continue",
    places: [
      { id: "continue", at: "~/.continue/sessions" },
      { id: "continue-global", title: "Continue (CONTINUE_GLOBAL_DIR)", at: "$CONTINUE_GLOBAL_DIR/sessions" },
    ],
    files: /^(?!sessions\.json$)[^/]+\.json$/s,
    folders: /^$/,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/continuedev/continue, core/util/paths.ts: sessions.json is an index",
  },
  task("cline", "Cline", "saoudrizwan.claude-dev"),
  {
    title: "Cline",
    importer: "cline",
    places: [{ id: "cline.home", title: "Cline (~/.cline)", at: "~/.cline/data/tasks" }],
    files: /^[^/]+\/api_conversation_history\.json$/s,
    folders: /^[^/]+$/s,
    companions: TASK,
    asOf: "2026-11-22",
    source: "codeburn docs/providers/cline.md: tasks in globalStorage and in ~/.cline/data",
  },
  task("roo-code", "Roo Code", "rooveterinaryinc.roo-cline"),
  task("kilo-code", "Kilo Code", "kilocode.kilo-code"),
  {
    title: "Copilot Chat",
    importer: "copilot",
    places: inEditors("copilot", "Copilot Chat", "workspaceStorage"),
    files: /^[^/]+\/chatSessions\/[^/]+\.json$/s,
    folders: /^[^/]+(?:\/chatSessions)?$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "agentgrep.org/backends/vscode, observed 2026-06-21; the .jsonl journal of VS Code 1.109 is another format",
  },
  {
    title: "Copilot CLI",
    importer: "copilot-cli",
    places: [
      { id: "copilot-cli", at: "~/.copilot/session-state" },
      { id: "copilot-cli-home", title: "Copilot CLI (COPILOT_HOME)", at: "$COPILOT_HOME/session-state" },
    ],
    files: /^(?:[^/]+\/events|[^/]+)\.jsonl$/s,
    folders: /^[^/]+$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source:
      "docs.github.com, Copilot CLI configuration directory; github.com/github/copilot-cli/issues/3551: its files",
  },
  {
    title: "Cursor (transcripts)",
    importer: "cursor-transcript",
    places: [{ id: "cursor-transcript", at: "~/.cursor/projects" }],
    files: /^[^/]+\/agent-transcripts\/(?:[^/]+\/)?(?:subagents\/)?[^/]+\.(?:jsonl|txt)$/s,
    folders: /^[^/]+(?:\/agent-transcripts(?:\/[^/]+(?:\/subagents)?)?)?$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/kenn-io/agentsview, internal/parser/cursor_provider.go: .txt and .jsonl, alone or in a folder",
  },
  {
    title: "Cursor (IDE)",
    importer: "cursor-ide",
    places: inEditor("cursor-ide", "Cursor", "globalStorage"),
    files: /^state\.vscdb$/s,
    folders: /^$/,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/specstoryai/getspecstory, cursoride: state.vscdb in globalStorage",
  },
  {
    title: "Cursor CLI",
    importer: "cursor-cli",
    places: [{ id: "cursor-cli", at: "~/.cursor/chats" }],
    files: /^[^/]+\/[^/]+\/store\.db$/s,
    folders: /^[^/]+(?:\/[^/]+)?$/s,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/specstoryai/getspecstory, cursorcli: chats/<md5 of the folder>/<id>/store.db",
  },
  {
    title: "Kiro CLI",
    importer: "kiro-cli",
    places: [{ id: "kiro-cli", at: "~/.kiro/sessions/cli" }],
    files: /^[^/]+\.jsonl$/s,
    folders: /^$/,
    companions: { kind: "same-stem", ending: ".json" },
    asOf: "2026-11-22",
    source: "github.com/kenn-io/agentsview, internal/parser/kiro.go: <id>.jsonl with <id>.json",
  },
  {
    title: "Kiro CLI (database)",
    importer: "kiro-cli",
    places: {
      linux: [{ id: "kiro-cli-db", at: "$XDG_DATA_HOME/kiro-cli" }],
      darwin: [{ id: "kiro-cli-db", at: "~/Library/Application Support/kiro-cli" }],
      win32: [{ id: "kiro-cli-db", at: "$LOCALAPPDATA/kiro-cli" }],
    },
    files: /^data\.sqlite3$/s,
    folders: /^$/,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/kenn-io/agentsview, internal/parser/kiro_sqlite.go",
  },
  {
    title: "Amazon Q Developer CLI",
    importer: "kiro-cli",
    places: {
      linux: [{ id: "amazon-q", at: "$XDG_DATA_HOME/amazon-q" }],
      darwin: [{ id: "amazon-q", at: "~/Library/Application Support/amazon-q" }],
      win32: [{ id: "amazon-q", at: "$LOCALAPPDATA/amazon-q" }],
    },
    files: /^data\.sqlite3$/s,
    folders: /^$/,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/aws/amazon-q-developer-cli, crates/chat-cli: data.sqlite3 in the data folder of amazon-q",
  },
  {
    title: "Kiro",
    importer: "kiro-ide",
    places: inEditor("kiro-ide", "Kiro", "globalStorage/kiro.kiroagent"),
    files:
      /^(?:workspace-sessions\/[^/]+\/(?!sessions\.json$)[^/]+\.json|(?!workspace-sessions\/)[^/]+\/[^/]+\.chat)$/s,
    folders: /^(?:workspace-sessions\/)?[^/]+$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/kenn-io/agentsview, internal/parser/kiro_ide_provider.go: .chat files and workspace-sessions",
  },
  {
    title: "Kiro (since 1.0)",
    importer: "kiro-ide",
    places: [{ id: "kiro-ide-events", at: "~/.kiro/sessions" }],
    files: /^(?!cli\/)[^/]+\/[^/]+\/messages\.jsonl$/s,
    folders: /^(?!cli(?:\/|$))[^/]+(?:\/[^/]+)?$/s,
    companions: { kind: "folder", names: ["session.json"] },
    asOf: "2026-11-22",
    source: "github.com/getagentseal/codeburn, docs/providers/kiro.md: sessions/<hash>/sess_<id>/messages.jsonl",
  },
  {
    title: "Factory Droid",
    importer: "droid",
    places: [{ id: "droid", at: "~/.factory/sessions" }],
    files: /^(?:[^/]+\/)?[^/]+\.jsonl$/s,
    folders: /^[^/]+$/s,
    companions: { kind: "same-stem", ending: ".settings.json" },
    asOf: "2026-11-22",
    source: "github.com/specstoryai/getspecstory, droidcli: sessions/<project>/<id>.jsonl with <id>.settings.json",
  },
  {
    title: "Amp",
    importer: "amp",
    places: [{ id: "amp", at: "$XDG_DATA_HOME/amp/threads" }],
    files: /^T-[^/]+\.json$/s,
    folders: /^$/,
    companions: NONE,
    asOf: "2026-11-22",
    source:
      "github.com/kenn-io/agentsview, internal/parser/amp_provider.go: threads until spring 2026, since then exports",
  },
  {
    title: "Antigravity CLI",
    importer: "antigravity",
    places: [{ id: "antigravity", at: "~/.gemini/antigravity-cli/brain" }],
    // transcript.jsonl beside it holds the same steps, cut.
    files: /^[^/]+\/\.system_generated\/logs\/transcript_full\.jsonl$/s,
    folders: /^[^/]+(?:\/\.system_generated(?:\/logs)?)?$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/specstoryai/getspecstory, specstory-cli/docs/ANTIGRAVITY-FORMAT.md: agy 1.1.5",
  },
  {
    title: "OpenClaw",
    importer: "openclaw",
    places: [
      { id: "openclaw", at: "~/.openclaw" },
      { id: "openclaw-state", title: "OpenClaw (OPENCLAW_STATE_DIR)", at: "$OPENCLAW_STATE_DIR" },
    ],
    // Sessions that were reset or deleted keep their file under another ending.
    files:
      /^(?:agents\/[^/]+\/sessions\/(?:[^/]+\.jsonl(?:\.(?:reset|deleted)\.[^/]+)?|cold\/[^/]+\.jsonl\.zst)|logs\/telemetry\.jsonl)$/s,
    folders: /^(?:logs|agents(?:\/[^/]+(?:\/sessions(?:\/cold)?)?)?)$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "github.com/kenn-io/agentsview, internal/parser/openclaw.go; github.com/meridianlabs-ai/inspect_scout",
  },
  {
    title: "OpenClaw (database)",
    importer: "openclaw",
    places: [
      { id: "openclaw-db", at: "~/.openclaw/agents" },
      { id: "openclaw-db-state", title: "OpenClaw (database, OPENCLAW_STATE_DIR)", at: "$OPENCLAW_STATE_DIR/agents" },
    ],
    files: /^[^/]+\/agent\/openclaw-agent\.sqlite$/s,
    folders: /^[^/]+(?:\/agent)?$/s,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/openclaw/openclaw, docs/reference/database-schemas/layout.md: agent schema 24",
  },
  {
    title: "Hermes Agent",
    importer: "hermes",
    places: [
      { id: "hermes", at: "~/.hermes" },
      { id: "hermes-home", title: "Hermes Agent (HERMES_HOME)", at: "$HERMES_HOME" },
    ],
    // request_dump_*.json beside the sessions are bodies of failed calls.
    files: /^(?:state\.db|sessions\/(?:session_[^/]+\.json|[^/]+\.jsonl))$/s,
    folders: /^sessions$/s,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/NousResearch/hermes-agent, hermes_state.py; agentsview internal/parser/hermes.go: sessions",
  },
  {
    title: "pi",
    importer: "pi",
    places: [
      { id: "pi", at: "~/.pi/agent/sessions" },
      { id: "pi-home", title: "pi (PI_CODING_AGENT_DIR)", at: "$PI_CODING_AGENT_DIR/sessions" },
    ],
    files: /\.jsonl$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "pi-mono, packages/coding-agent docs: sessions",
  },
  {
    title: "Kimi Code",
    importer: "kimi-code",
    places: [{ id: "kimi-code", at: "~/.kimi-code/sessions" }],
    files: /\/agents\/main\/wire\.jsonl$/s,
    companions: { kind: "agents" },
    asOf: "2026-11-22",
    source: "MoonshotAI/kimi-code: sessions/<folder>/<id>/agents/<agent>/wire.jsonl",
  },
  {
    title: "Kimi CLI",
    importer: "kimi-cli",
    places: [
      { id: "kimi-cli", at: "~/.kimi/sessions" },
      { id: "kimi-cli-share", title: "Kimi CLI (KIMI_SHARE_DIR)", at: "$KIMI_SHARE_DIR/sessions" },
    ],
    // context_1.jsonl and so on are what the client rewrote; wire.jsonl has all of it.
    files: /^[^/]+\/[^/]+\/context\.jsonl$/s,
    folders: /^[^/]+(?:\/[^/]+)?$/s,
    companions: { kind: "folder", names: ["wire.jsonl"] },
    asOf: "2026-11-22",
    source:
      "MoonshotAI/kimi-cli, session.py and share.py: sessions/<md5 of the folder>/<id>/context.jsonl with wire.jsonl",
  },
  {
    title: "Grok CLI",
    importer: "grok",
    places: [{ id: "grok", at: "~/.grok/sessions" }],
    files: /\/chat_history\.jsonl$/s,
    companions: { kind: "folder", names: ["updates.jsonl", "signals.json"] },
    asOf: "2026-11-22",
    source:
      "xai-org/grok-build at 19d42e3: sessions/<folder>/<id>/chat_history.jsonl with updates.jsonl and signals.json",
  },
  {
    title: "Goose",
    importer: "goose",
    places: {
      linux: [
        { id: "goose", at: "$XDG_DATA_HOME/goose/sessions" },
        { id: "goose-root", title: "Goose (GOOSE_PATH_ROOT)", at: "$GOOSE_PATH_ROOT/data/sessions" },
      ],
      darwin: [
        { id: "goose", at: "$XDG_DATA_HOME/goose/sessions" },
        { id: "goose-root", title: "Goose (GOOSE_PATH_ROOT)", at: "$GOOSE_PATH_ROOT/data/sessions" },
      ],
      win32: [
        { id: "goose", at: "$APPDATA/Block/goose/data/sessions" },
        { id: "goose-root", title: "Goose (GOOSE_PATH_ROOT)", at: "$GOOSE_PATH_ROOT/data/sessions" },
      ],
    },
    files: /^(?:[^/]+\.jsonl|sessions\.db)$/s,
    folders: /^$/,
    companions: LOG,
    asOf: "2026-11-22",
    source: "codeburn docs/providers/goose.md: sessions.db; coding-agent-search 0.7.0: .jsonl in earlier releases",
  },
  {
    title: "Crush",
    importer: "crush",
    places: [{ id: "crush", title: "Crush (started at home)", at: "~/.crush" }],
    files: /^crush\.db$/s,
    folders: /^$/,
    companions: LOG,
    asOf: "2026-11-22",
    source: "github.com/charmbracelet/crush#254: .crush in the folder that it is started in",
  },
  {
    title: "mini-swe-agent",
    importer: "mini-swe-agent",
    places: {
      linux: [{ id: "mini-swe-agent", at: "$XDG_CONFIG_HOME/mini-swe-agent" }],
      darwin: [{ id: "mini-swe-agent", at: "~/Library/Application Support/mini-swe-agent" }],
      win32: [{ id: "mini-swe-agent", at: "$LOCALAPPDATA/mini-swe-agent" }],
    },
    files: /\.traj\.json$/s,
    companions: NONE,
    asOf: "2026-11-22",
    source: "mini-swe-agent.com, output files: last_mini_run.traj.json in its configuration folder (platformdirs)",
  },
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
];
