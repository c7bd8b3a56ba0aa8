import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { afterCompaction } from "@/lib/library/after-compaction";
import { readTranscript } from "../entries/index";
import { dataFolder } from "./data-folder";

export type HookOptions = { readonly report?: boolean; readonly remind?: boolean };

/** What Claude Code sends to hooks, as far as these two events need it. */
const input = z.object({
  hook_event_name: z.enum(["PostCompact", "SessionStart"]),
  session_id: z.string().regex(/^[\w-]{1,100}$/),
  transcript_path: z.string().optional(),
  source: z.string().optional(),
  compact_summary: z.string().max(1_000_000).optional(),
});

/** Claude Code cuts what a hook adds at 10,000 characters. */
const MOST_ADDED = 9_000;
/** What is read of a transcript: its end, in which the prompt before the compaction is. */
const MOST_BYTES = 16 << 20;
/** The client stops the hook after five seconds, and the user waits for it. */
const MOST_MS = 3_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Answers a hook of Claude Code: the summary of a compaction is kept when `PostCompact` brings it, and the start of the
 * session after it gets a report for the user and a reminder for the model, each only where it is asked for. Returns what
 * to print: nothing where there is nothing to say, and nothing where anything goes wrong, because a hook must not disturb.
 */
export async function answerHook(text: string, options: HookOptions): Promise<string> {
  try {
    const event = input.parse(JSON.parse(text));
    if (event.hook_event_name === "PostCompact") {
      if (event.compact_summary) keepSummary(event.session_id, event.compact_summary);
      return "";
    }
    if (event.source !== "compact" || event.transcript_path === undefined) return "";
    return await onCompacted(event.transcript_path, takeSummary(event.session_id), options);
  } catch {
    return "";
  }
}

async function onCompacted(transcript: string, summary: string | undefined, { report, remind }: HookOptions) {
  const startedAt = performance.now();
  const { sessions } = await readTranscript(endOf(transcript), { name: path.basename(transcript) });
  const [session] = sessions;
  if (!session || performance.now() - startedAt > MOST_MS) return "";
  const told = afterCompaction(session, { limit: MOST_ADDED, ...(summary !== undefined && { summary }) });
  if (!told) return "";
  const added = remind && told.reminder !== "";
  if (!report && !added) return "";
  return JSON.stringify({
    suppressOutput: true,
    ...(report && { systemMessage: told.report }),
    ...(added && { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: told.reminder } }),
  });
}

/** The last megabytes of a file, from the start of a line. */
function endOf(file: string): Uint8Array {
  const descriptor = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    const start = Math.max(0, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - start);
    fs.readSync(descriptor, bytes, 0, bytes.length, start);
    return start === 0 ? bytes : bytes.subarray(bytes.indexOf(0x0a) + 1);
  } finally {
    fs.closeSync(descriptor);
  }
}

const summaryFolder = () => path.join(dataFolder(), "hooks");
const summaryFile = (session: string) => path.join(summaryFolder(), `${session}.txt`);

function keepSummary(session: string, summary: string): void {
  fs.mkdirSync(summaryFolder(), { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(summaryFolder())) {
    const file = path.join(summaryFolder(), name);
    if (Date.now() - fs.statSync(file).mtimeMs > DAY_MS) fs.rmSync(file);
  }
  fs.writeFileSync(summaryFile(session), summary, { mode: 0o600 });
}

/** Where the log lags behind, only the event has the summary. Which of both events comes first is not documented. */
function takeSummary(session: string): string | undefined {
  try {
    const summary = fs.readFileSync(summaryFile(session), "utf8");
    fs.rmSync(summaryFile(session));
    return summary;
  } catch {
    return undefined;
  }
}
