import { cargoBuild, grep, installed, logLines, pytest, tsc } from "./checks";
import { type CommandFilter, gitDiff, gitDone, gitLog, gitStatus } from "./git";

/** The filter for each command; the first match applies. */
const FILTERS: readonly { readonly command: RegExp; readonly filter: CommandFilter; readonly isCheck?: boolean }[] = [
  { command: /^git log\b/, filter: gitLog },
  { command: /^git status\b/, filter: gitStatus },
  { command: /^git (diff|show)\b/, filter: gitDiff },
  { command: /^git (add|commit|push|pull|fetch)\b/, filter: gitDone },
  { command: /^(grep|rg|git grep)\b/, filter: grep },
  { command: /^cargo (build|check|clippy)\b/, filter: cargoBuild, isCheck: true },
  { command: /^(python3? -m )?pytest\b/, filter: pytest, isCheck: true },
  { command: /^(npx |pnpm |yarn )?tsc\b/, filter: tsc, isCheck: true },
  { command: /^(npm|pnpm|yarn) (i|ci|install|add|remove)\b/, filter: installed },
  { command: /^(docker|kubectl|journalctl)\b.*\blogs?\b|^journalctl\b|^(cat|tail|head)\b.*\.log\b/, filter: logLines },
];

/** A `cd` or variable assignments before the command itself. */
const BEFORE = /^(?:cd [^&;|\n]+ && |[A-Z_]+=\S+ )+/;

/** The shortened output of a command; null if no filter applies. `isCheck`: a build or a test. */
export function filterCommand(command: string, output: string): { text: string; isCheck: boolean } | null {
  const bare = command.trim().replace(BEFORE, "");
  if (/&&|\|\||[;|\n]/.test(bare)) return null;
  const found = FILTERS.find((one) => one.command.test(bare));
  const text = found?.filter(output) ?? null;
  return text === null || text.length >= output.length ? null : { text, isCheck: found?.isCheck ?? false };
}
