import type { ExchangeRow } from "@/lib/importers/recording/recording-row";
import { SharedTexts } from "@/lib/importers/recording/shared-text";
import { memoryFile } from "./transcript-file";

export type RecordedCall = {
  readonly path: string;
  readonly body: object;
  readonly answer?: object | string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly end?: ExchangeRow["end"];
};

/** A recording of these calls, one second apart, as written by `winnow record`. */
export function recordingOf(calls: readonly RecordedCall[], client = "codex") {
  const texts = new SharedTexts();
  const head = { winnow_recording: 1, client, started_at: "2026-11-28T10:00:00.000Z" };
  const rows = calls.map(({ path, body, answer, status = 200, headers = {}, end = "complete" }, at): ExchangeRow => {
    const time = (second: number) => new Date(Date.UTC(2026, 10, 28, 10, 0, at) + second * 1_000).toISOString();
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return {
      exchange: at + 1,
      host: "api.example.com",
      method: "POST",
      path,
      started_at: time(0),
      first_byte_at: answer === undefined ? null : time(0.2),
      ended_at: time(0.5),
      end,
      request: { headers, bytes: 1, body: texts.shorten(at + 1, JSON.stringify(body)) },
      response: answer === undefined ? null : { status, headers: {}, bytes: 1, body: text },
    };
  });
  return memoryFile([head, ...rows].map((row) => JSON.stringify(row)).join("\n"), "recording.jsonl");
}
