import { cpus, loadavg } from "node:os";
import { isMainThread } from "node:worker_threads";
import { measureLoading } from "./loading";
import { readMessages } from "./messages";
import { measurePathological } from "./pathological-times";
import { measureSpeeds } from "./speeds";
import { answerThread, measureThreads } from "./threads";

/** Prints the tables of bench/results/tokens.md. The worker threads of the test with threads also run this file. */
async function main() {
  const [root = ".", folder] = process.argv.slice(2);
  measureLoading();
  const messages = readMessages(root, folder);
  const bytes = messages.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const size = `${messages.length} messages, ${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `\n${size}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  measurePathological();
  await measureThreads(messages, bytes);
  measureSpeeds(root, messages);
}

if (isMainThread) await main();
else answerThread();
