import fs from "node:fs";
import path from "node:path";
import { KEPT_QUERY, KEPT_REQUEST_HEADERS, KEPT_RESPONSE_HEADERS } from "@/lib/importers/recording/kept-headers";
import type { ExchangeRow, RecordingHead, RecordingTail } from "@/lib/importers/recording/recording-row";
import { SharedTexts } from "@/lib/importers/recording/shared-text";
import { credentialsIn, withoutCredentials } from "./credentials";
import type { Exchange } from "./exchange";
import { transferredText } from "./transferred-text";

/** Maximum bytes of a file that an import reads. */
const MAX_FILE_BYTES = 500 << 20;
const MAX_LINE_BYTES = 15 << 20;

export type WriteState = { readonly kind: "writing" } | { readonly kind: "stopped"; readonly why: string };

export type Redaction = (text: string) => string;

/** Updates the note of a running recording; false if somebody stopped it. */
export type Progress = (requests: number) => boolean;

/** One recording: a line per exchange, written when it ends, so a kill loses only the unfinished line. */
export class RecordingFile {
  exchanges = 0;
  state: WriteState = { kind: "writing" };
  readonly #texts = new SharedTexts();
  #bytes = 0;

  constructor(
    readonly file: string,
    client: string | null,
    private readonly redact: Redaction,
    private readonly progress: Progress = () => true,
  ) {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const head: RecordingHead = { winnow_recording: 1, client, started_at: new Date().toISOString() };
    this.#append(`${JSON.stringify(head)}\n`, "wx");
  }

  /** A full disk ends the recording and nothing else. */
  write(exchange: Exchange): void {
    if (this.state.kind === "writing" && !this.progress(this.exchanges + 1))
      this.#stop("it was stopped on Winnow's page");
    if (this.state.kind === "stopped") return;
    try {
      const row = this.#rowOf(exchange);
      const whole = JSON.stringify(row);
      const isTooLong = Buffer.byteLength(whole) > MAX_LINE_BYTES;
      if (isTooLong) this.#texts.forget(row.exchange);
      const line = isTooLong ? JSON.stringify(withoutBodies(row)) : whole;
      if (this.#bytes + Buffer.byteLength(line) > MAX_FILE_BYTES) throw new Error("it has 500 MB");
      this.#append(`${line}\n`, "a");
      this.exchanges += 1;
    } catch (error) {
      this.#stop((error as NodeJS.ErrnoException).code === "ENOSPC" ? "the disk is full" : (error as Error).message);
    }
  }

  /** Ends the recording. `session`: the client's own id of the session, if its logs contain one. */
  end(session: string | null): void {
    if (session === null || this.exchanges === 0 || this.state.kind === "stopped") return;
    try {
      this.#append(`${JSON.stringify({ client_session: session } satisfies RecordingTail)}\n`, "a");
    } catch (error) {
      this.#stop((error as Error).message);
    }
  }

  #stop(why: string): void {
    this.state = { kind: "stopped", why };
  }

  #append(line: string, flag: "wx" | "a"): void {
    fs.writeFileSync(this.file, line, { flag, mode: 0o600 });
    this.#bytes += Buffer.byteLength(line);
  }

  #rowOf(exchange: Exchange): ExchangeRow {
    const { request, response, status, startedAt, endedAt, firstByteAt, problem, route } = exchange;
    const secrets = credentialsIn(exchange);
    const clean = (text: string | null) => (text === null ? null : this.redact(withoutCredentials(text, secrets)));
    const sent = clean(transferredText(request, exchange.requestHeaders));
    const number = this.exchanges + 1;
    return {
      exchange: number,
      host: route.upstream.host,
      method: exchange.method,
      path: keptPath(exchange.path),
      started_at: timeOf(startedAt),
      first_byte_at: firstByteAt === null ? null : timeOf(firstByteAt),
      ended_at: timeOf(endedAt ?? startedAt),
      end: exchange.ended ?? "failed",
      ...(problem !== null && { problem: withoutCredentials(problem, secrets) }),
      request: {
        headers: keptHeaders(exchange.requestHeaders, KEPT_REQUEST_HEADERS),
        bytes: request.bytes,
        body: sent === null || sent === "" ? null : this.#texts.shorten(number, sent),
      },
      response:
        status === null
          ? null
          : {
              status,
              headers: keptHeaders(exchange.responseHeaders, KEPT_RESPONSE_HEADERS),
              bytes: response.bytes,
              body: clean(transferredText(response, exchange.responseHeaders)),
            },
    };
  }
}

const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

const withoutBodies = (row: ExchangeRow): ExchangeRow => ({
  ...row,
  problem: row.problem ?? "the bodies are too large to be kept",
  request: { ...row.request, body: null },
  response: row.response && { ...row.response, body: null },
});

function keptHeaders(raw: readonly string[], names: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    if (names.includes(name)) kept[name] = raw[at + 1] ?? "";
  }
  return kept;
}

/** The path without query fields that are not known to be harmless. */
function keptPath(given: string): string {
  const { pathname, searchParams } = new URL(given, "http://relay");
  const kept = KEPT_QUERY.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]));
  return kept.length === 0 ? pathname : `${pathname}?${new URLSearchParams(kept)}`;
}
