import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { costOfSession } from "@/lib/answer/cost-of-session";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { forecastOf } from "@/lib/read-models/compaction-forecast";
import { windowUse } from "@/lib/read-models/context-window";
import { costText } from "@/lib/read-models/words/cost-text";
import { promptTokens } from "@/lib/transcript/usage";
import { forecastSentence } from "@/lib/view-models/session/live-words";
import { formatMoney, formatShare, formatTokens } from "@/lib/wording/number-format";
import { english } from "@/lib/wording/say";
import { analyze, readTranscript } from "../entries/index";
import { dataFolder } from "./data-folder";
import { print, progress, Refusal } from "./output";

/**
 * Minimum pause between two polls of the file. A large log is polled less often, so that reading it takes at most a
 * quarter of the time.
 */
const POLL_MS = 500;
const REST_SHARE = 3;

/** `winnow watch [path]`: a line for each request of the main agent, and below the last one what comes next. */
export async function watch(place: string | undefined, { once }: { readonly once?: boolean }): Promise<void> {
  const file = place ?? newestRecording();
  if (!fs.existsSync(file)) throw new Refusal(`there is no file ${file}`, 2);
  progress(`Watching ${file}${once ? "" : "; Ctrl+C stops it"}`);
  let shown = 0;
  let seen = "";
  for (;;) {
    const { size, mtimeMs } = fs.statSync(file);
    const startedAt = performance.now();
    if (seen !== `${size} ${mtimeMs}`) {
      seen = `${size} ${mtimeMs}`;
      shown = await showNew(file, shown);
    }
    if (once) return;
    await sleep(Math.max(POLL_MS, REST_SHARE * (performance.now() - startedAt)));
  }
}

function newestRecording(): string {
  const folder = path.join(dataFolder(), "recordings");
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const files = names.filter((name) => name.endsWith(".jsonl")).map((name) => path.join(folder, name));
  const [newest] = files.sort((one, other) => fs.statSync(other).mtimeMs - fs.statSync(one).mtimeMs);
  if (newest === undefined) throw new Refusal("there is no recording yet: name a log, or run winnow record", 2);
  return newest;
}

/**
 * Prints the requests that have not been shown yet, and returns how many there are in total. An incomplete line is read at
 * the next poll.
 */
async function showNew(file: string, shown: number): Promise<number> {
  const read = await readTranscript(fs.readFileSync(file), { name: path.basename(file) }).catch(() => null);
  const session = read?.sessions.at(-1);
  if (!session) return shown;
  const analysis = await analyze(session);
  const own = session.responses.flatMap(({ agent }, index) => (agent === "main" ? [index] : []));
  const from = own.length < shown ? 0 : shown; // shorter: the log was restarted
  own.slice(from).forEach((index, at) => {
    print(requestLine(analysis, index, from + at + 1));
  });
  if (own.length > from)
    print(
      `  ${forecastSentence(forecastOf(session))} Cost so far ${costText(costOfSession(analysis, null), english)}.`,
    );
  return own.length;
}

function requestLine({ session, requests, cache }: Analysis, index: number, number: number): string {
  const { usage } = session.responses[index] ?? {};
  const prompt = usage ? promptTokens(usage) : null;
  const window = windowUse(session, requests).tokens;
  const fill = prompt === null || window === null ? null : prompt / window;
  const broken = cache.breaks.find(({ request }) => request === index);
  return [
    `#${number}`,
    `${formatTokens(prompt)} tokens${fill === null ? "" : `, ${formatShare(fill)} of the window`}`,
    readText(usage?.cacheRead ?? null, prompt),
    ...(broken
      ? [
          `cache break: ${broken.cause}, ${broken.most ? "at least " : ""}${formatTokens(broken.lostTokens)} tokens sent again, ${formatMoney(broken.lostCost?.amount ?? null, { rounding: broken.most ? "down" : "nearest" })}`,
        ]
      : []),
  ].join(" · ");
}

function readText(read: number | null, prompt: number | null): string {
  if (read === null || prompt === null) return "cache reads not in the log";
  return read === 0 ? "nothing read from the cache" : `${formatShare(read / prompt)} read`;
}
