import { type ClientPlace, type ClientRow, type CompanionRule, LOG, NONE, type Platform } from "./client-row";

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

/** One place per editor of the VS Code family, plus one for the remote development server. */
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

/** The folder of one editor of the VS Code family, below the user folder of each system. */
function inEditor(id: string, folder: string, below: string): Readonly<Record<Platform, readonly ClientPlace[]>> {
  const on = (platform: Platform) => [{ id, at: `${USER_FOLDERS[platform]}/${folder}/User/${below}` }];
  return { linux: on("linux"), darwin: on("darwin"), win32: on("win32") };
}

/** Editors and their extensions, and other folders of the same products. Dated facts. */
export const EDITOR_CLIENTS: readonly ClientRow[] = [
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
  {
    title: "Cline CLI",
    importer: "cline-sdk",
    places: [{ id: "cline-cli", at: "~/.cline/data/sessions" }],
    files: /^([^/]+)\/\1\.messages\.json$/s,
    folders: /^[^/]+$/s,
    companions: { kind: "session-folder" },
    asOf: "2026-11-25",
    source: "files of Cline CLI 3.0.65: <id>/<id>.messages.json, <id>.json and <agent>.messages.json",
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
];
