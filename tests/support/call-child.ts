import { appendFileSync } from "node:fs";
import { getDb } from "@/lib/server/db/get-db";
import { once } from "@/lib/server/door/idempotency";
import { takeShared } from "@/lib/server/door/shared-rate";
import { watchInterrupted } from "@/lib/server/jobs/interrupted-jobs";
import { spendModelCall } from "@/lib/server/summarise/model-budget";

/**
 * One server among several, for tests of what they share. A line on its input is a command; its answer is a line:
 *   once <key> <body> <file> <milliseconds>   calls with an Idempotency-Key; the work takes that long and writes a line to the file
 *   take <caller> <rate> <calls>              makes this many calls at once; answers how many are admitted
 *   spend <calls> <most>                      makes this many model calls at once, with `most` allowed per day
 */
await getDb();
watchInterrupted();
process.stdout.write("ready\n");

async function answer([command = "", ...words]: string[]): Promise<string> {
  if (command === "once") {
    const [key = "", body = "", file = "", pause = "0"] = words;
    const work = async () => {
      appendFileSync(file, "worked\n");
      await new Promise((resolve) => setTimeout(resolve, Number(pause)));
      return `answer to ${body}`;
    };
    const { json, isReplay } = await once(key, new TextEncoder().encode(body), work);
    return `${isReplay ? "replayed" : "done"} ${json}`;
  }
  if (command === "spend") {
    const [calls = "0", most = "0"] = words;
    process.env.WINNOW_MODEL_CALLS_PER_DAY = most;
    const spent = await Promise.allSettled(Array.from({ length: Number(calls) }, () => spendModelCall()));
    return String(spent.filter(({ status }) => status === "fulfilled").length);
  }
  const [caller = "", rate = "1", calls = "0"] = words;
  const asked = Array.from({ length: Number(calls) }, () => takeShared(caller, Number(rate), performance.now()));
  return String((await Promise.all(asked)).filter((isAllowed) => isAllowed === true).length);
}

let rest = "";
process.stdin.on("data", (chunk: Buffer) => {
  const lines = (rest + chunk.toString()).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines)
    void answer(line.split(" ")).then(
      (text) => process.stdout.write(`${text}\n`),
      (error: { code?: string; message: string }) => process.stdout.write(`refused ${error.code ?? error.message}\n`),
    );
});
