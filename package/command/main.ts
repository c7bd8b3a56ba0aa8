import { Command } from "commander";
import { printPiece, progress } from "./output";
import { VERSION } from "./version";

/** Every command is loaded on demand, so a status line or hook does not wait for the whole program. */
const program = new Command("winnow")
  .description("Shows what filled a context window, what broke the prompt cache, and which compression loses least.")
  .version(VERSION)
  .showHelpAfterError("(see winnow --help)")
  .addHelpText(
    "after",
    `
Examples:
  winnow                                   start the dashboard and open it
  winnow open session.jsonl                open one transcript in it
  winnow record claude                     record what Claude Code really sends
  winnow show session.jsonl                what it cost, what broke its cache, what to change
  winnow compress -t 40% < body.json > smaller.json
  winnow check runs/ --baseline winnow.json

A session is a file, a folder of transcripts, or an id that winnow ls prints. Answers go to standard output,
progress to standard error. --json prints what the HTTP API answers.`,
  );

const JSON_OPTION = ["--json", "print JSON, in the shape of the API"] as const;

program
  .command("open", { isDefault: true })
  .description("start the dashboard (or find a running one) and open it in the browser")
  .argument("[path]", "a transcript or a folder, imported and shown")
  .option("-p, --port <number>", "port", process.env.PORT ?? "3000")
  .option("--host <name>", "name or address of this machine to listen on", process.env.HOST ?? "127.0.0.1")
  .option("--no-browser", "print the address only")
  .action(async (place, options) => (await import("./open")).open(place, options));

program
  .command("worker")
  .description("run the jobs of a PostgreSQL database (DATABASE_URL) alongside its servers, until stopped")
  .action(async () => (await import("./worker")).work());

program
  .command("migrate")
  .description("create or migrate the tables of a PostgreSQL database, then exit")
  .action(async () => (await import("./worker")).work("migrate"));

program
  .command("record")
  .description("start a client and record what it really sends, for this run only; or record calls to any address")
  .argument("[client]", "claude, codex, opencode, gemini, qwen or pi")
  .argument("[arguments...]", "arguments for the client, after --")
  .option(
    "--upstream <address>",
    "address of a provider: prints the base URL for your program, and records until Ctrl+C",
  )
  .option("--to <file>", "write to this file instead of the library")
  .option("--redact [mode]", "redact probable secrets before writing: mask or drop")
  .addHelpText(
    "after",
    "\nExamples:\n  winnow record claude -- --continue\n  winnow record --upstream https://api.openai.com/v1\n\nThe client's own settings are not changed. docs/record.md lists what is stored.",
  )
  .action(async (client, args, options) => (await import("./record/record")).record(client, args, options));

program
  .command("watch")
  .description(
    "follow a session as it grows: each request, what broke its cache, and when it will compact; until Ctrl+C",
  )
  .argument("[path]", "a log or a recording (default: the newest recording)")
  .option("--once", "print its current state, then exit")
  .action(async (place, options) => (await import("./watch")).watch(place, options));

program
  .command("import")
  .description("add transcripts to the library")
  .argument("<paths...>", "files or folders of any known format")
  .option(...JSON_OPTION)
  .action(async (places, options) => (await import("./sessions")).importPaths(places, options));

program
  .command("push")
  .description("send this machine's sessions that a server does not have yet; WINNOW_KEY is the key")
  .argument("[paths...]", "files or folders (default: the transcripts of this machine's clients)")
  .option("--to <address>", "the server (default: WINNOW_URL)")
  .option("--project <id or name>", "the receiving project there (default: the key's own)")
  .option("--redact [mode]", "redact probable secrets before sending: mask or drop")
  .option("-n, --dry-run", "print what would be sent")
  .option("-f, --follow", "keep running, and send new or grown sessions")
  .option(
    "--every <seconds>",
    "with --follow: interval between checks, and how long a file must have been unchanged",
    "30",
  )
  .option("--patience <seconds>", "how long to retry a server that does not respond", "300")
  .option(...JSON_OPTION)
  .addHelpText(
    "after",
    "\nExample:\n  WINNOW_KEY=wnw_… winnow push --to https://winnow.example.org --redact\n\nExits with 0 if everything arrived, 1 if something could not be sent, 2 if the call or the key is wrong.",
  )
  .action(async (places, options) => (await import("./push")).push(places, options));

program
  .command("ls")
  .description("list the sessions of the library, newest import first")
  .option("-n, --limit <number>", "how many", "50")
  .option(...JSON_OPTION)
  .action(async (options) => (await import("./sessions")).list(options));

program
  .command("show")
  .description("show a session: summary, cache breaks with their causes, findings with what to change")
  .argument("<session>", "a file, or an id that winnow ls prints")
  .option(...JSON_OPTION)
  .action(async (session, options) => (await import("./sessions")).show(session, options));

program
  .command("spend")
  .description("show tokens and money by spender: tools, MCP servers, skills, sub-agents, memory files")
  .argument("[sessions...]", "files, folders or ids that winnow ls prints (default: the sessions of the library)")
  .option("--client <name>", "only library sessions of this client")
  .option("--project <folder>", "only library sessions in this project's folder")
  .option("--from <day>", "first day of the library sessions, such as 2026-11-01")
  .option("--to <day>", "last day of the library sessions")
  .option("--csv", "print a table for a spreadsheet")
  .option(...JSON_OPTION)
  .action(async (sessions, options) => (await import("./spend")).showSpend(sessions, options));

program
  .command("receipt")
  .description("show the needed content that a compaction lost, its cost, and a text that restores it")
  .argument(
    "[session]",
    "a file, or an id that winnow ls prints (default: the newest library session with a compaction)",
  )
  .option("-n, --number <number>", "number of the compaction, from 1 (default: the newest)")
  .option("-a, --agent <id>", "one agent of the session (default: main)")
  .option("--paste", "print only the text that restores it for the agent")
  .option("--markdown", "print Markdown")
  .option("--picture", "print an SVG picture of the figures, without any text of the session")
  .option("--redact [mode]", "mask or drop probable secrets; figures: print no text of the session at all")
  .option(...JSON_OPTION)
  .addHelpText("after", "\nExample:\n  winnow receipt session.jsonl --paste | pbcopy")
  .action(async (session, options) => (await import("./receipt")).showReceipt(session, options));

program
  .command("compress")
  .description("make the body of a request smaller; reads standard input, writes the body to send")
  .option("-s, --strategy <id>", "a strategy, or a recipe as JSON (default: winnow)")
  .option("-t, --target <size>", "maximum tokens of the prompt: 50000, or 40% of its current size")
  .option("-w, --window <tokens>", "context window, if the model is unknown")
  .option("-m, --model <name>", "model, if the body names none")
  .option("-f, --force", "run even if the strategy's own trigger does not fire")
  .option("--outputs <folder>", "folder in which to store outputs that are put aside")
  .option("--state <file>", "carry the edits over to the next call about the same conversation")
  .option(...JSON_OPTION)
  .addHelpText("after", "\nExample:\n  winnow compress -t 40% --outputs kept < body.json > smaller.json")
  .action(async (options) => (await import("./bodies")).compressInput(options));

program
  .command("compare")
  .description("compare several strategies on one body; reads standard input")
  .requiredOption("-s, --strategies <ids>", "strategies, separated by commas")
  .option("-t, --target <size>", "maximum tokens of the prompt")
  .option("-w, --window <tokens>", "context window, if the model is unknown")
  .option("-m, --model <name>", "model, if the body names none")
  .option("-f, --force", "run even if the strategies' own triggers do not fire")
  .option(...JSON_OPTION)
  .addHelpText("after", "\nExample:\n  winnow compare -f -s winnow,manus,swe-agent-last-n < body.json")
  .action(async (options) => (await import("./bodies")).compareInput(options));

program
  .command("replay")
  .description("replay a whole session under other policies: cost, cache and window as they would have been")
  .argument("<session>", "a file, or an id that winnow ls prints")
  .argument("[policies...]", "strategies and when they run: winnow@60000, manus@80%, keep-all")
  .option("-a, --agent <id>", "one agent of the session (default: main)")
  .option(...JSON_OPTION)
  .action(async (session, policies, options) => (await import("./sessions")).replaySession(session, policies, options));

program
  .command("advise")
  .description("find the threshold and the strategy with which to compact, or why there is no advice")
  .argument("<sessions...>", "files, folders or ids")
  .option("--price <usd>", "the price of a fact that was lost and needed later")
  .option("--latest <tokens>", "the latest trigger to try")
  .option(...JSON_OPTION)
  .action(async (sessions, options) => (await import("./sessions")).adviseSessions(sessions, options));

program
  .command("export")
  .description("print a session in another format")
  .argument("<session>", "a file, or an id that winnow ls prints")
  .requiredOption("-f, --format <name>", "markdown, html, csv, winnow, anthropic, openai-chat, …")
  .option("--redact <mode>", "mask or drop probable secrets")
  .option("-o, --output <file>", "write to this file instead of standard output")
  .action(async (session, options) => (await import("./sessions")).exportSession(session, options));

program
  .command("check")
  .description(
    "check figures in continuous integration: exits with 1 if cache, cost, window or lost facts exceed their limits",
  )
  .argument("<sessions...>", "files, folders or ids")
  .option("-b, --baseline <file>", "figures of an earlier run")
  .option("--write-baseline <file>", "write the figures of this run")
  .option("--tolerance <share>", "how much worse than the baseline a figure may be", "5%")
  .option("--min-read-share <share>", "minimum share of the prompts read from the cache")
  .option("--max-cost-per-task <usd>", "maximum cost per typed prompt")
  .option("--max-peak-fill <share>", "maximum fill of the window")
  .option("--max-lost-facts <number>", "maximum facts lost by compactions and needed later, per 100 requests")
  .option("--max-session-cost <usd>", "maximum cost of each session")
  .option("--max-uncalled-server <share>", "maximum share of the prompts for an MCP server that is never called")
  .option("--max-missed-facts <number>", "maximum facts per compaction that it removed and the agent used later")
  .option(...JSON_OPTION)
  .addHelpText(
    "after",
    "\nExample:\n  winnow check runs/ --write-baseline winnow.json     once\n  winnow check runs/ --baseline winnow.json           in each run",
  )
  .action(async (sessions, options) => (await import("./check")).check(sessions, options));

program
  .command("bench")
  .description(
    "score strategies, including your own, on public sessions: cost with the cache, content lost, validity, latency",
  )
  .argument(
    "[strategies...]",
    "ids, recipes as JSON, presets, module:./mine.mjs, program:./mine, http://… (default: winnow)",
  )
  .option("--from <folder>", "read the sessions from this folder instead of fetching them")
  .option("--host <address>", "address to fetch them from", "https://raw.githubusercontent.com")
  .option("--part <name>", "public, or held-out (known by digest alone; needs --from)", "public")
  .option("--own <path>", "your own sessions, a file or a folder, instead of the list")
  .option("-n, --sessions <number>", "how many sessions, or all (default: 24; your own: all)")
  .option("--cuts <number>", "late cuts in each session", "3")
  .option("--at <tokens>", "prompt from which a strategy without its own trigger runs; 0: at every request", "100000")
  .option("--format <name>", "body for your strategy: anthropic or openai-chat", "anthropic")
  .option("--shape <name>", "body for an address: winnow, headroom or context-guru", "winnow")
  .option("--timeout <seconds>", "time limit for one call of your strategy", "30")
  .option("--ran <text>", "name and version of your strategy")
  .option("--by <text>", "who ran it")
  .option("-o, --output <file>", "write the results to this file, as JSON, for a submission")
  .option(...JSON_OPTION)
  .addHelpText(
    "after",
    "\nExamples:\n  winnow bench module:./mine.mjs winnow -o results.json\n  winnow leaderboard results.json other.json --html -o leaderboard.html\n\nThe module: export default (messages, body) => messages",
  )
  .action(async (strategies, options) => (await import("./bench/bench")).bench(strategies, options));

program
  .command("leaderboard")
  .description("make one page from results of winnow bench")
  .argument("<results...>", "files that winnow bench wrote")
  .option("--html", "print HTML instead of Markdown")
  .option("-o, --output <file>", "write to this file instead of standard output")
  .action(async (results, options) => (await import("./bench/leaderboard")).leaderboard(results, options));

const keys = program
  .command("keys")
  .description("list the keys of this server, which callers need unless it listens on loopback only")
  .option(...JSON_OPTION)
  .action(async (options) => (await import("./keys")).listKeys(options));

keys
  .command("create")
  .description("create a key; it is printed only once")
  .argument("<name>", "what it is for")
  .requiredOption("-s, --scopes <list>", "read, import, compress or admin, separated by commas")
  .option("--project <id>", "the key's only project (default: all)")
  .option(...JSON_OPTION)
  .action(async (name, options) => (await import("./keys")).createKey(name, options));

keys
  .command("revoke")
  .description("revoke a key")
  .argument("<id>", "the id that winnow keys prints")
  .action(async (id) => (await import("./keys")).revokeKey(id));

program
  .command("diagnostics")
  .description("print diagnostics as JSON, without content or secrets, to attach to a report")
  .action(async () => (await import("./diagnostics")).diagnostics());

program
  .command("mcp")
  .description("serve the Model Context Protocol on standard input and output, for an agent's client")
  .addHelpText("after", "\nExample:\n  claude mcp add winnow -- winnow mcp")
  .action(async () => (await import("./mcp")).serveMcp());

program
  .command("statusline")
  .description("print a status line for Claude Code: window, cache and cost; reads its JSON on standard input")
  .option("--install", "set it in the settings of Claude Code; asks first")
  .option("--uninstall", "restore the previous status line")
  .option("--settings <file>", "a settings file other than the user's")
  .option("-y, --yes", "do not ask")
  .action(async ({ install, ...options }) => {
    if (install || options.uninstall) return (await import("./statusline-install")).installStatusLine(options);
    const { statusLine } = await import("./statusline");
    printPiece(statusLine(await standardInput()));
  });

program
  .command("hook")
  .description(
    "report to Claude Code's plug-in what a compaction lost and which limit is exceeded; reads the client's event on standard input",
  )
  .option("--report", "tell the user what a compaction lost")
  .option("--remind", "give the model the few facts that it will most likely need")
  .option("--max-session-cost <usd>", "warn once if the session costs more")
  .option("--max-uncalled-server <share>", "warn once if an MCP server takes more of the prompts and is never called")
  .action(async (options) => {
    const { answerHook } = await import("./hook");
    printPiece(await answerHook(await standardInput(), options));
  });

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

// `winnow show … | head` closes the pipe early, which is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  const { message, exitCode, options } = error as Error & {
    exitCode?: number;
    options?: { errors?: { pointer?: string; detail: string }[] };
  };
  progress(`winnow: ${message}`);
  for (const { pointer, detail } of options?.errors ?? []) progress(`  ${pointer ?? ""} ${detail}`);
  if (exitCode === undefined && !("code" in (error as object))) progress((error as Error).stack ?? "");
  process.exitCode = exitCode ?? 1;
}
