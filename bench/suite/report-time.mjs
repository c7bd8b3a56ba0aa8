// Loaded before a measured program: writes the processor time of its process, over all threads, to the file in
// BENCH_TIME_FILE.
import fs from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  fs.writeFileSync(process.env.BENCH_TIME_FILE, String((user + system) / 1000));
});
