import type { ClientTools } from "../tool-row";

export const EDITORS: readonly ClientTools[] = [
  {
    client: "Roo Code",
    version: "cb836567 (2026-04-14)",
    source: "src/core/prompts/tools/native-tools @ cb836567",
    tools: {
      read_file: { operation: "read", path: "path" },
      write_to_file: { operation: "write", path: "path", content: "content" },
      apply_diff: { operation: "edit", path: "path", content: "diff" },
      edit: { operation: "edit", path: "file_path", before: "old_string", content: "new_string" },
      search_replace: { operation: "edit", path: "file_path", before: "old_string", content: "new_string" },
      edit_file: { operation: "edit", path: "file_path", before: "old_string", content: "new_string" },
      apply_patch: { operation: "edit", patch: true, content: "patch" },
      search_files: { operation: "search", path: "path", query: "regex" },
      list_files: { operation: "search", path: "path" },
      codebase_search: { operation: "search", path: "path", query: "query" },
      execute_command: { operation: "run", folder: "cwd", command: "command" },
      read_command_output: { operation: "run" },
      update_todo_list: { operation: "plan", list: "todos" },
      ask_followup_question: { operation: "ask", content: "question" },
      attempt_completion: { operation: "finish", content: "result" },
      new_task: { operation: "delegate", content: "message" },
      switch_mode: { operation: "plan", content: "mode_slug" }, // field assumed
      skill: { operation: "read" },
    },
  },
  {
    client: "Roo Code (XML tools)",
    version: "2024 and 2025",
    source: "system prompts that session samples hold",
    callsInXml: true,
    tools: {
      read_file: { operation: "read", path: ["path", "args.file[].path"] },
      write_to_file: { operation: "write", path: "path", content: "content" },
      apply_diff: { operation: "edit", path: "path", content: "diff" },
      insert_content: { operation: "edit", path: "path", content: "content" },
      search_and_replace: { operation: "edit", path: "path", before: "search", content: "replace" },
      edit_file: { operation: "edit", path: ["target_file", "path"], content: "code_edit" },
      execute_command: { operation: "run", folder: "cwd", command: "command" },
    },
  },
  {
    client: "Cline (SDK core)",
    version: "0.0.86 (2026-11)",
    source: "declarations shipped in the core package",
    tools: {
      read_files: { operation: "read", path: "files[].path" },
      editor: {
        operation: "edit",
        path: "path",
        before: "old_text",
        content: "new_text",
        writesWithout: ["old_text", "insert_line"],
      },
      apply_patch: { operation: "edit", patch: true, content: "input" }, // field assumed
      search_codebase: { operation: "search", query: "queries" }, // field assumed
      run_commands: { operation: "run", command: "commands[]" },
      fetch_web_content: { operation: "fetch", url: "requests[].url" }, // field assumed
      ask_question: { operation: "ask", content: "question" }, // field assumed
      skills: { operation: "read" },
      submit_and_exit: { operation: "finish" },
      spawn_agent: { operation: "delegate" },
    },
  },
  {
    client: "Cline (classic)",
    version: "0a3eba34 (extension before the SDK)",
    source: "src/shared/tools.ts @ 0a3eba34 for the names; fields assumed from the Roo family",
    callsInXml: true,
    tools: {
      read_file: { operation: "read", path: "path" },
      write_to_file: { operation: "write", path: "path", content: "content" },
      replace_in_file: { operation: "edit", path: "path", content: "diff" },
      search_files: { operation: "search", path: "path", query: "regex" },
      list_files: { operation: "search", path: "path" },
      execute_command: { operation: "run", command: "command" },
      ask_followup_question: { operation: "ask", content: "question" },
      attempt_completion: { operation: "finish", content: "result" },
      condense: { operation: "plan", content: "context" },
      summarize_task: { operation: "plan", content: "context" },
      apply_patch: { operation: "edit", patch: true, content: "input" }, // field assumed
      list_code_definition_names: { operation: "search", path: "path" },
      web_fetch: { operation: "fetch", url: "url" },
      web_search: { operation: "search", query: "query" },
      plan_mode_respond: { operation: "plan", content: "response" },
      focus_chain: { operation: "plan" },
      use_mcp_tool: { operation: "delegate", wraps: { name: "tool_name", input: "arguments" } },
      new_task: { operation: "delegate", content: "context" },
    },
  },
  {
    client: "Continue (IDE)",
    version: "d0a3c0b (2026-06-18)",
    source: "core/tools/definitions @ d0a3c0b",
    tools: {
      read_file: { operation: "read", path: "filepath" },
      read_file_range: { operation: "read", path: "filepath" },
      read_currently_open_file: { operation: "read" },
      edit_existing_file: { operation: "edit", path: "filepath", content: "changes" },
      single_find_and_replace: { operation: "edit", path: "filepath", before: "old_string", content: "new_string" },
      multi_edit: { operation: "edit", path: "filepath", content: "edits" },
      create_new_file: { operation: "write", path: "filepath", content: "contents" },
      run_terminal_command: { operation: "run", command: "command" },
      grep_search: { operation: "search", query: "query" },
      file_glob_search: { operation: "search", query: "pattern" },
      ls: { operation: "search", path: "dirPath" },
      codebase: { operation: "search", query: "query" }, // field assumed
      view_diff: { operation: "read" },
      fetch_url_content: { operation: "fetch", url: "url" },
      search_web: { operation: "search", query: "query" },
    },
  },
  {
    client: "Continue (CLI)",
    version: "1.5.47",
    source: "bundle of the CLI package; extensions/cli @ d0a3c0b",
    tools: {
      Read: { operation: "read", path: "filepath" },
      Write: { operation: "write", path: "filepath", content: "content" },
      Edit: { operation: "edit", path: "file_path", before: "old_string", content: "new_string" },
      MultiEdit: { operation: "edit", path: "file_path", content: "edits" },
      Bash: { operation: "run", command: "command" },
      Search: { operation: "search", path: "path", query: "pattern" },
      List: { operation: "search", path: "dirpath" },
      Fetch: { operation: "fetch", url: "url" },
      Checklist: { operation: "plan", list: "checklist" },
    },
  },
  {
    client: "VS Code Copilot Chat",
    version: "31acd00a (2026-03-29)",
    source: "package.json language-model tools @ 31acd00a",
    tools: {
      read_file: { operation: "read", path: "filePath" },
      create_file: { operation: "write", path: "filePath", content: "content" },
      replace_string_in_file: { operation: "edit", path: "filePath", before: "oldString", content: "newString" },
      multi_replace_string_in_file: {
        operation: "edit",
        path: "replacements[].filePath",
        before: "replacements[].oldString",
        content: "replacements[].newString",
      },
      insert_edit_into_file: { operation: "edit", path: "filePath", content: "code" },
      replaceString: { operation: "edit", path: "filePath", before: "oldString", content: "newString" }, // name in chat exports
      insertEdit: { operation: "edit", path: "filePath", content: "code" }, // name in chat exports
      apply_patch: { operation: "edit", patch: true, content: "input" },
      edit_notebook_file: { operation: "edit", path: "filePath", content: "newCode" },
      create_directory: { operation: "write" }, // a folder, no file
      grep_search: { operation: "search", query: "query" },
      file_search: { operation: "search", query: "query" },
      semantic_search: { operation: "search", query: "query" },
      list_dir: { operation: "search", path: "path" },
      get_errors: { operation: "search", path: "filePaths[]" },
      run_in_terminal: { operation: "run", command: "command" },
      get_terminal_output: { operation: "run" }, // field assumed
      fetch_webpage: { operation: "fetch", url: "urls[]" },
      manage_todo_list: { operation: "plan", list: "todoList" }, // field assumed
      runSubagent: { operation: "delegate", content: "prompt" },
      vscode_askQuestions: { operation: "ask", content: "questions" },
      memory: { operation: "edit", path: "path", verb: "command" }, // field assumed
    },
  },
  {
    client: "Cursor IDE",
    version: "third-party parser",
    source: "specstoryai/getspecstory @ 210d609, Cursor IDE parser; names only",
    tools: {
      read_file: { operation: "read" },
      edit_file: { operation: "edit", path: "target_file" }, // field assumed
      edit_file_v2: { operation: "edit" },
      read_file_v2: { operation: "read", path: "target_file" }, // field assumed
      search_replace: { operation: "edit" },
      write: { operation: "write" },
      MultiEdit: { operation: "edit" },
      reapply: { operation: "edit" },
      edit_notebook: { operation: "edit" },
      delete_file: { operation: "delete" },
      run_terminal_cmd: { operation: "run", command: "command" }, // field assumed
      run_terminal_command: { operation: "run", command: "command" }, // field assumed
      run_terminal_command_v2: { operation: "run", command: "command" }, // field assumed
      ripgrep: { operation: "search" },
      glob_file_search: { operation: "search" },
      grep: { operation: "search" },
      list_directory: { operation: "search" },
      file_search: { operation: "search" },
    },
  },
  {
    client: "Antigravity",
    version: "third-party taxonomy",
    source: "kenn-io/agentsview @ 53860074 internal/parser/taxonomy.go (MIT) for the names; fields of a session sample",
    tools: {
      view_file: { operation: "read", path: "AbsolutePath" }, // field assumed
      write_to_file: { operation: "write", path: "TargetFile", content: "CodeContent" }, // field assumed
      write_file: { operation: "write", path: "TargetFile" },
      replace_file_content: { operation: "edit", path: "TargetFile" }, // field assumed
      multi_replace_file_content: { operation: "edit", path: "TargetFile" }, // field assumed
      read_url_content: { operation: "fetch" },
      run_command: { operation: "run", command: "CommandLine" },
      list_dir: { operation: "search", path: "DirectoryPath" },
      grep_search: { operation: "search" },
      invoke_subagent: { operation: "delegate" },
    },
  },
];
