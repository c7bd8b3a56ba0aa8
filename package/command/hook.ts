import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { visibleJson } from "@/lib/exporters/visible-text";
import { type AfterCompaction, afterCompaction } from "@/lib/library/after-compaction";
import { readTranscript } from "../entries/index";
import type { LimitOptions } from "./check";
import { dropNote, freshNote, keepNote } from "./hook-notes";

export type HookOptions = LimitOptions & { readonly report?: boolean; readonly remind?: boolean };

/** The fields of Claude Code's hook input that these events need. */
const input = z.object({
  hook_event_name: z.enum(["PostCompact", "SessionStart", "Stop"]),
  session_id: z.string().regex(/^[\w-]{1,100}$/),
  transcript_path: z.string().optional(),
  source: z.string().optional(),
  compact_summary: z.string().max(1_000_000).optional(),
});

/** The plugin's command that pastes `winnow receipt --paste` into the conversation. */
const GIVES_BACK = "/winnow:restore brings back what is likely to be needed.";
/** Claude Code truncates a hook's addition at 10,000 characters. */
const MAX_ADDED = 9_000;
/** Maximum bytes to read from the end of a transcript, which contains the prompt before the compaction. */
const MAX_BYTES = 16 << 20;
/**
 * The client stops the hook after 15 seconds. A busy machine may need part of that to start it, and the user is
 * waiting.
 */
const MAX_MS = 8_000;
/**
 * Answers a hook of Claude Code. `SessionStart` after a compaction gets a reminder for the model; `PostCompact`, which
 * carries the summary, gets a report for the user; each only if requested. Claude Code 2.1.197 sends `SessionStart`
 * first, when the log does not contain the compaction yet, so the reminder is made without the summary. If
 * `PostCompact` came first, its summary is used. `Stop`, which comes after each answer, gets a warning for the user if
 * the session exceeds a limit. Returns the text to print; empty if there is nothing to report or anything fails,
 * because a hook must not disturb the user's work.
 */
export async function answerHook(text: string, options: HookOptions): Promise<string> {
  try {
    const event = input.parse(JSON.parse(text));
    const { session_id: session, transcript_path: transcript, compact_summary: summary } = event;
    if (transcript === undefined) return "";
    if (event.hook_event_name === "Stop") {
      const { limitWarning } = await import("./hook-limits");
      const systemMessage = await limitWarning(session, transcript, options);
      return systemMessage === "" ? "" : visibleJson(JSON.stringify({ suppressOutput: true, systemMessage }));
    }
    if (event.hook_event_name === "PostCompact") {
      if (summary === undefined) return "";
      if (options.remind) keepNote(session, "summary", summary);
      const after = options.report ? await judge(transcript, summary) : null;
      if (after === null) return "";
      keepNote(session, "status", `compaction: ${after.gone} facts gone, /winnow:restore`);
      return `${after.report} ${GIVES_BACK}`;
    }
    if (event.source !== "compact" || !options.remind) return "";
    const reminder = (await judge(transcript, takeSummary(session)))?.reminder ?? "";
    return reminder === "" ? "" : visibleJson(JSON.stringify(added(reminder)));
  } catch {
    return "";
  }
}

const added = (additionalContext: string) => ({
  suppressOutput: true,
  hookSpecificOutput: { hookEventName: "SessionStart", additionalContext },
});

async function judge(transcript: string, summary: string | null): Promise<AfterCompaction | null> {
  const startedAt = performance.now();
  const { sessions } = await readTranscript(endOf(transcript), { name: path.basename(transcript) });
  const [session] = sessions;
  if (!session || performance.now() - startedAt > MAX_MS) return null;
  return afterCompaction(session, { summary, limit: MAX_ADDED });
}

/** The last megabytes of a file, from the start of a line. */
function endOf(file: string): Uint8Array {
  const descriptor = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    const start = Math.max(0, size - MAX_BYTES);
    const bytes = Buffer.alloc(size - start);
    fs.readSync(descriptor, bytes, 0, bytes.length, start);
    return start === 0 ? bytes : bytes.subarray(bytes.indexOf(0x0a) + 1);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The summary of this compaction, if its event came before the session's start. */
function takeSummary(session: string): string | null {
  const summary = freshNote(session, "summary");
  dropNote(session, "summary");
  return summary;
}
