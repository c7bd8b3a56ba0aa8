// npm does not pass SIGTERM on to its grandchild: when whoever started us is gone, so are we.
// Imported for its effect by the server's process (node --import), and called by run.mjs.
const parent = process.ppid;

export function stopWhenOrphaned() {
  setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGTERM"), 500).unref();
}

if (process.execArgv.some((argument) => argument.includes("stop-when-orphaned"))) stopWhenOrphaned();
