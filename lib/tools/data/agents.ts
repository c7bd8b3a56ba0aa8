import type { ClientTools } from "../tool-row";

export const AGENTS: readonly ClientTools[] = [
  {
    client: "OpenHands SDK",
    version: "611629e6 (2026-08-22)",
    source: "openhands-tools @ 611629e6",
    tools: {
      terminal: { operation: "run", command: "command" },
      file_editor: {
        operation: "edit",
        path: "path",
        before: "old_str",
        content: ["file_text", "new_str"],
        verb: "command",
      },
      apply_patch: { operation: "edit", patch: true, content: "patch" },
      glob: { operation: "search", path: "path", query: "pattern" },
      grep: { operation: "search", path: "path", query: "pattern" },
      task_tracker: { operation: "plan", list: "task_list" },
      task: { operation: "delegate", content: "prompt" },
      delegate: { operation: "delegate", content: "tasks" }, // field assumed
      read_file: { operation: "read", path: "file_path" }, // field assumed
      write_file: { operation: "write", path: "file_path", content: "content" }, // field assumed
      list_directory: { operation: "search", path: "dir_path" }, // field assumed
      browser_navigate: { operation: "fetch", url: "url" },
      execute_bash: { operation: "run", command: "command" },
      str_replace_editor: {
        operation: "edit",
        path: "path",
        before: "old_str",
        content: ["file_text", "new_str"],
        verb: "command",
      },
      think: { operation: "plan", content: "thought" },
      finish: { operation: "finish", content: "message" },
    },
  },
  {
    client: "OpenHands (before 1.0)",
    version: "session sample of 2024",
    source: "actions in a session sample",
    tools: {
      run: { operation: "run", command: "command" },
      run_ipython: { operation: "run", command: "code" },
    },
  },
  {
    client: "SWE-agent",
    version: "3ea751c0",
    source: "tools/ @ 3ea751c0",
    tools: {
      bash: { operation: "run", command: "command" },
      str_replace_editor: {
        operation: "edit",
        path: "path",
        before: "old_str",
        content: ["file_text", "new_str"],
        verb: "command",
      },
      open: { operation: "read", path: "path" },
      create: { operation: "write", path: "filename" },
      edit: { operation: "edit", before: "search", content: "replace" },
      insert: { operation: "edit", content: "text" },
      goto: { operation: "read", needs: "line_number" },
      scroll_down: { operation: "read" },
      scroll_up: { operation: "read" },
      find_file: { operation: "search", path: "dir", query: "file_name" },
      search_dir: { operation: "search", path: "dir", query: "search_term" },
      search_file: { operation: "search", path: "file", query: "search_term" },
      submit: { operation: "finish" },
    },
  },
  {
    client: "mini-swe-agent",
    version: "a83fcae8",
    source: "source @ a83fcae8",
    tools: {
      bash: { operation: "run", command: "command" },
    },
  },
  {
    client: "deepagents",
    version: "23b83ad (2026-08-21)",
    source: "libs/deepagents @ 23b83ad",
    tools: {
      ls: { operation: "search", path: "path" },
      read_file: { operation: "read", path: "file_path" },
      write_file: { operation: "write", path: "file_path", content: "content" },
      edit_file: { operation: "edit", path: "file_path", before: "old_string", content: "new_string" },
      glob: { operation: "search", path: "path", query: "pattern" },
      grep: { operation: "search", path: "path", query: "pattern" },
      execute: { operation: "run", command: "command" },
      task: { operation: "delegate", content: "description" },
      write_todos: { operation: "plan", list: "todos" },
      compact_conversation: { operation: "plan" },
    },
  },
  {
    client: "Anthropic API",
    version: "2024-10 to 2026-11",
    source:
      "platform.claude.com, pages of the text editor, bash, memory, web search, web fetch and code execution tools",
    tools: {
      str_replace_based_edit_tool: {
        operation: "edit",
        path: "path",
        before: "old_str",
        content: ["file_text", "new_str"],
        verb: "command",
      },
      text_editor_code_execution: {
        operation: "edit",
        path: "path",
        before: "old_str",
        content: ["file_text", "new_str"],
        verb: "command",
      },
      memory: {
        operation: "edit",
        path: ["path", "new_path"],
        before: "old_str",
        content: ["file_text", "new_str", "insert_text"],
        verb: "command",
      },
      bash: { operation: "run", command: "command" },
      bash_code_execution: { operation: "run", command: "command" },
      code_execution: { operation: "run", command: "code" },
      web_search: { operation: "search", query: "query" },
      web_fetch: { operation: "fetch", url: "url" },
    },
  },
  {
    client: "OpenAI Responses API",
    version: "2026-11",
    source: "platform.openai.com, Responses reference",
    tools: {
      shell: { operation: "run", command: "commands[]" },
      local_shell: { operation: "run", folder: "working_directory", command: "command" },
      apply_patch: { operation: "edit", patch: true },
      web_search: { operation: "search", query: "query" },
      file_search: { operation: "search", query: "queries[]" },
      code_interpreter: { operation: "run", command: "code" },
    },
  },
  {
    client: "ChatGPT",
    version: "data export of 2023",
    source: "export sample",
    tools: {
      python: { operation: "run", command: "code" },
    },
  },
];
