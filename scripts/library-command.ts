// Backs up, restores or rebuilds a library from the command line. scripts/run.mjs runs this file.

import { Problem } from "@/lib/api/problem";
import { visibleText } from "@/lib/exporters/visible-text";
import { runLibraryCommand } from "@/lib/server/start/library-command";

process.umask(0o077); // only the owner can read what is written, as with the server
process.env.LOG_LEVEL ??= "warn";
const [verb, name] = process.argv.slice(2);
try {
  for (const line of await runLibraryCommand(verb, name ?? null)) console.log(visibleText(line));
  process.exit(0);
} catch (error) {
  console.error(visibleText(error instanceof Problem ? error.detail : (error as Error).message));
  process.exit(1);
}
