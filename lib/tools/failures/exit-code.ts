/**
 * How clients and shells write the exit code of a command into its output, each with a number in its group. Read in the
 * clients' sources and in recorded sessions of 2025 and 2026.
 */
const STATED: readonly RegExp[] = [
  // Codex: `Exit code: 1`, `Process exited with code 1`, `"exit_code":1`; Gemini CLI and Qwen Code: `Exit Code: 1`
  /^(?:Exit code|Exit Code|Process exited with code):? ?(-?\d{1,5})\b/m,
  /"(?:exit_code|exitCode|returncode)": ?(-?\d{1,5})\b/,
  // mini-swe-agent
  /<(?:returncode|exit_code)>(-?\d{1,5})<\//,
  // Copilot CLI `<shellId: 8 completed with exit code 1>`, OpenHands `[The command completed with exit code 1.]`, pi `Command
  // exited with code 1`, Kimi `Command failed with exit code: 1.`, Crush `Exit code 1`
  /(?:completed|exited|failed|finished) with (?:exit )?code:? (-?\d{1,5})\b/,
  /^Exit code (-?\d{1,5})\b/m,
  // git, gh, npm: `failed to run git: exit status 128`, `npm error code 2`
  /\bexit status (\d{1,5})\s*$/,
  /^npm (?:error|ERR!) (?:code (?:E[A-Z]+|(?=[1-9]))|errno )(\d{0,5})/m,
];

/** Characters at both ends of an output that are searched: an exit code stands in front of or behind what was printed. */
const END = 400;

/** The exit code that an output states; null if it states none. */
export function statedExitCode(text: string): number | null {
  const ends = text.length <= 2 * END ? text : `${text.slice(0, END)}\n${text.slice(-END)}`;
  for (const pattern of STATED) {
    const code = pattern.exec(ends)?.[1];
    if (code !== undefined) return code === "" ? 1 : Number(code);
  }
  return null;
}
