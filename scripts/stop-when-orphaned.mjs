// Ends this process when its parent has ended, because npm does not pass SIGTERM on to grandchildren. The server's
// process imports this file for its effect (node --import), and run.mjs calls the function.
const parent = process.ppid;

export function stopWhenOrphaned() {
  setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGTERM"), 500).unref();
}

if (process.execArgv.some((argument) => argument.includes("stop-when-orphaned"))) stopWhenOrphaned();
