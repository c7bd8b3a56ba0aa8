/**
 * Runs one task, so that its process loads nothing else: `work-alone.ts parse-lines FILE`, or `import-whole`. Prints
 * milliseconds.
 */
import { importWhole, parseLines } from "./import-works";

const WORKS = { "parse-lines": parseLines, "import-whole": importWhole } as const;
const isWork = (name: string): name is keyof typeof WORKS => name in WORKS;

const [name = "", file = ""] = process.argv.slice(2);
if (!isWork(name)) throw new Error(`no work is called ${name}`);
const [start, before] = [performance.now(), process.cpuUsage()];
const found = await WORKS[name](file);
const { user, system } = process.cpuUsage(before);
if (found === 0) throw new Error(`${name} found nothing in ${file}`);
console.log(JSON.stringify({ clock: performance.now() - start, processor: (user + system) / 1000 }));
process.exit(0); // the pool keeps its idle thread for a while
