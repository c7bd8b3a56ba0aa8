import { spawn } from "node:child_process";
import { once } from "node:events";

const HOLDER = `
const Database = require("libsql");
const database = new Database(process.argv[1]);
database.exec("BEGIN IMMEDIATE");
console.log("locked");
process.stdin.on("end", () => process.exit()).resume();`;

/** Another process takes the write lock of an embedded database and keeps it until the returned function is called. */
export async function holdLock(file: string): Promise<() => Promise<void>> {
  const holder = spawn(process.execPath, ["-e", HOLDER, file], { stdio: ["pipe", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return async () => {
    holder.stdin.end();
    await once(holder, "exit");
  };
}

/** The longest time, in milliseconds, for which `work` blocked everything else. */
export async function longestStandstill(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 10);
  await work().finally(() => clearInterval(timer));
  look();
  return longest;
}
