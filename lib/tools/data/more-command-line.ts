import type { ClientTools } from "../tool-row";

export const MORE_COMMAND_LINE: readonly ClientTools[] = [
  {
    client: "GitHub Copilot CLI",
    version: "1.0.x sample",
    source: "session sample; only the tools it calls",
    tools: {
      view: { operation: "read", path: "path" },
      edit: { operation: "edit", path: "path" }, // field assumed
      create: { operation: "write", path: "path" }, // field assumed
      apply_patch: { operation: "edit", patch: true },
      bash: { operation: "run", command: "command" },
      rg: { operation: "search", path: "paths", query: "pattern" },
      glob: { operation: "search", path: "paths", query: "pattern" },
      sql: { operation: "plan", query: "query" },
      report_intent: { operation: "plan", content: "intent" }, // field assumed
    },
  },
  {
    client: "Cursor CLI",
    version: "third-party parser",
    source: "specstoryai/getspecstory @ 210d609, Cursor CLI parser",
    tools: {
      Read: { operation: "read", path: ["path", "file_path"] },
      Write: { operation: "write", path: ["path", "file_path"] }, // fields not established
      StrReplace: { operation: "edit", path: ["path", "file_path"] },
      MultiStrReplace: { operation: "edit", path: ["path", "file_path"] },
      Delete: { operation: "delete", path: ["path", "file_path"] },
      Grep: { operation: "search", path: "path", query: "pattern" },
      Glob: { operation: "search" },
      LS: { operation: "search", path: "path" },
      Shell: { operation: "run", command: "command" },
      ApplyPatch: { operation: "edit", patch: true },
      TodoWrite: { operation: "plan", list: "todos" },
    },
  },
  {
    client: "Factory Droid",
    version: "third-party parser",
    source: "specstoryai/getspecstory @ 210d609, droidcli parser; names only",
    tools: {
      Execute: { operation: "run", command: "command" }, // field assumed
      Read: { operation: "read", path: "file_path" }, // field assumed
      Create: { operation: "write", path: "file_path", content: "content" }, // field assumed
      Edit: { operation: "edit", path: "file_path" }, // field assumed
      MultiEdit: { operation: "edit", path: "file_path" }, // field assumed
      ApplyPatch: { operation: "edit", patch: true },
      LS: { operation: "search" },
      Glob: { operation: "search" },
      Grep: { operation: "search" },
      WebSearch: { operation: "search" },
      FetchUrl: { operation: "fetch", url: "url" }, // field assumed
      TodoWrite: { operation: "plan", list: "todos" }, // field assumed
      AskUser: { operation: "ask" },
      Skill: { operation: "read" },
    },
  },
  {
    client: "Kimi CLI",
    version: "4a550eff (2026-07-16)",
    source: "MoonshotAI/kimi-cli tool source @ 4a550eff",
    tools: {
      ReadFile: { operation: "read", path: "path" },
      WriteFile: { operation: "write", path: "path", content: "content" },
      StrReplaceFile: { operation: "edit", path: "path", before: "edit.old", content: "edit.new" },
      Shell: { operation: "run", command: "command" },
      Glob: { operation: "search", query: "pattern" },
      Grep: { operation: "search", path: "path", query: "pattern" },
      SetTodoList: { operation: "plan", list: "todos" },
      SearchWeb: { operation: "search", query: "query" },
      FetchURL: { operation: "fetch", url: "url" },
    },
  },
  {
    client: "Kimi Code",
    version: "session sample",
    source: "session sample; only the tools it calls",
    tools: {
      Bash: { operation: "run", folder: "cwd", command: "command" },
      Read: { operation: "read", path: "path" },
      Write: { operation: "write", path: "path", content: "content" }, // field assumed
      Glob: { operation: "search", path: "path", query: "pattern" },
      Grep: { operation: "search", path: "path", query: "pattern" },
      Agent: { operation: "delegate", content: "prompt" },
      AgentSwarm: { operation: "delegate" },
      ExitPlanMode: { operation: "plan" },
    },
  },
  {
    client: "Amp",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      create_file: { operation: "write" },
      edit_file: { operation: "edit" },
      undo_edit: { operation: "edit" },
      finder: { operation: "search" },
      read_web_page: { operation: "fetch" },
      look_at: { operation: "search" },
    },
  },
  {
    client: "Warp",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      read_files: { operation: "read" },
      apply_file_diff: { operation: "edit" },
      search_codebase: { operation: "search" },
    },
  },
  {
    client: "Hermes",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      terminal: { operation: "run" },
      read_file: { operation: "read" },
      write_file: { operation: "write" },
      patch: { operation: "edit", patch: true },
      search_files: { operation: "search" },
      delegate_task: { operation: "delegate" },
      todo: { operation: "plan", list: "todos" },
    },
  },
  {
    client: "OpenClaw",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      exec: { operation: "run", command: "command" },
      process: { operation: "run" },
      read: { operation: "read", path: "path" },
      sessions_spawn: { operation: "delegate", content: "task" },
      memory_search: { operation: "search" },
    },
  },
  {
    client: "Grok CLI",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      run_terminal_cmd: { operation: "run" },
      read_file: { operation: "read" },
    },
  },
  {
    client: "Kiro",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      fs_write: { operation: "write", path: "path", verb: "command" },
    },
  },
  {
    client: "Codebuff",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      str_replace: { operation: "edit" },
      run_terminal_command: { operation: "run" },
      write_todos: { operation: "plan", list: "todos" },
    },
  },
  {
    client: "Forge",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT); names only",
    tools: {
      fs_search: { operation: "search" },
      patch: { operation: "edit", patch: true },
      todo_write: { operation: "plan", list: "todos" },
    },
  },
];
