// Run by scripts/run.mjs: the ways to copy, restore and rebuild a library without its pages.
import { runLibraryCommand } from "@/lib/server/library-command";
import { Problem } from "@/lib/server/problem";

process.umask(0o077); // as the server: nobody but the owner reads what is written
process.env.LOG_LEVEL ??= "warn";
const [verb, name] = process.argv.slice(2);
try {
  for (const line of await runLibraryCommand(verb, name ?? null)) console.log(line);
  process.exit(0);
} catch (error) {
  console.error(error instanceof Problem ? error.detail : (error as Error).message);
  process.exit(1);
}
