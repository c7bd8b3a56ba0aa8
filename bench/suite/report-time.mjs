// Loaded before a program that is measured: writes the processor time that its process took, with all its threads, into
// the file that BENCH_TIME_FILE names.
import fs from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  fs.writeFileSync(process.env.BENCH_TIME_FILE, String((user + system) / 1000));
});
