import fs from "node:fs";
import type { ImportAnswer } from "@/lib/api/schemas/import-report";
import { Refusal } from "./output";
import type { PushGroup } from "./push-groups";
import { keyHeaders } from "./server-process";

/** The server's response to a group: its number of sessions, or the reason for refusing it. */
export type Sent =
  | { readonly kind: "sent"; readonly sessions: readonly string[] }
  | { readonly kind: "deleted" }
  | { readonly kind: "failed"; readonly message: string };

export type Patience = {
  /** Milliseconds for which to retry a server that does not respond. */
  readonly ms: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Called with the reason before each wait. */
  readonly onWait: (why: string, ms: number) => void;
};

/** Temporary answers: too many calls, a busy or stopping server, a proxy without its server. */
const PASSING = new Set([408, 425, 429, 502, 503, 504]);
const LONGEST_PAUSE_MS = 60_000;

type Answer = { readonly status: number; readonly headers: Headers; readonly json: unknown };
type ProblemBody = { readonly detail?: string; readonly code?: string };

/** A remote Winnow that accepts sessions. Everything may be sent twice: equal content is one file there. */
export class PushServer {
  constructor(
    readonly address: string,
    readonly patience: Patience,
    /** The id or name of the receiving project; null for the key's own. */
    readonly project: string | null = null,
  ) {}

  /** The hashes that need not be sent. */
  async known(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (let at = 0; at < hashes.length; at += 1_000) {
      const body = JSON.stringify({ sha256: hashes.slice(at, at + 1_000) });
      const headers = { "content-type": "application/json" };
      const answer = await this.#call("/api/imports/known", async () => ({ method: "POST", headers, body }));
      if (answer.status !== 200)
        throw new Refusal(`${this.address} is not a Winnow server that accepts sessions: ${said(answer)}`, 2);
      for (const hash of (answer.json as { known: string[] }).known) known.add(hash);
    }
    return known;
  }

  async send({ files }: PushGroup): Promise<Sent> {
    const answer = await this.#call("/api/sessions?wait=1&unattended=1", async () => {
      const body = new FormData();
      for (const { name, path } of files) body.append("files", await fs.openAsBlob(path), name);
      return { method: "POST", body };
    });
    if (answer.status === 200 || answer.status === 201) {
      const { files: reports } = answer.json as ImportAnswer;
      return { kind: "sent", sessions: [...new Set(reports.flatMap(({ sessions }) => sessions))] };
    }
    if ((answer.json as ProblemBody | null)?.code === "was-deleted") return { kind: "deleted" };
    return { kind: "failed", message: said(answer) };
  }

  /** Retries until there is a permanent answer. Each attempt rebuilds the body. */
  async #call(route: string, init: () => Promise<RequestInit>): Promise<Answer> {
    const giveUp = Date.now() + this.patience.ms;
    for (let attempt = 0; ; attempt += 1) {
      const tried = await this.#try(route, await init());
      if ("status" in tried && !PASSING.has(tried.status)) return refusedKey(tried);
      const why = "status" in tried ? said(tried) : tried.why;
      const pause = pauseOf(attempt, "status" in tried ? tried.headers.get("retry-after") : null);
      if (Date.now() + pause > giveUp)
        throw new Refusal(
          `${this.address} accepts nothing now: ${why}. Run the same command again later; what has arrived is not sent twice`,
        );
      this.patience.onWait(why, pause);
      await this.patience.sleep(pause);
    }
  }

  async #try(route: string, init: RequestInit): Promise<Answer | { readonly why: string }> {
    try {
      const response = await fetch(this.address + route, {
        ...init,
        redirect: "manual", // the key is for this server alone
        headers: {
          ...keyHeaders(this.address),
          ...(this.project !== null && { "x-winnow-project": encodeURIComponent(this.project) }),
          ...Object.fromEntries(new Headers(init.headers)),
        },
      });
      return { status: response.status, headers: response.headers, json: await response.json().catch(() => null) };
    } catch (error) {
      const { message, cause } = error as Error;
      return { why: cause instanceof Error && cause.message !== "" ? cause.message : message };
    }
  }
}

/** 1, 2, 4 … 60 s, or as the server asks; up to a tenth more, so that many machines do not retry at the same moment. */
function pauseOf(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter ?? Number.NaN) * 1_000;
  const pause = Number.isFinite(asked) ? asked : 1_000 * 2 ** attempt;
  return Math.round(Math.min(pause, LONGEST_PAUSE_MS) * (1 + Math.random() / 10));
}

function said({ status, json }: Answer): string {
  const { detail, code } = (json ?? {}) as ProblemBody;
  return detail ? `${detail}${code ? ` (${code})` : ""}` : `the answer was ${status}`;
}

function refusedKey(answer: Answer): Answer {
  if (answer.status === 401)
    throw new Refusal(
      process.env.WINNOW_KEY
        ? "the key in WINNOW_KEY is unknown to the server, or was revoked"
        : "the server needs a key: set WINNOW_KEY to one with the scope import",
      2,
    );
  if (answer.status === 403) throw new Refusal(said(answer), 2);
  return answer;
}
