import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Contender, triggerAt } from "@/lib/benchmark/contender";
import { askWith, failedResult, type Question, readOutside } from "@/lib/benchmark/outside-result";
import type { Codec } from "@/lib/formats";
import { Refusal } from "../output";
import { MODULE_CHILD } from "./module-child";

type Body = Readonly<Record<string, unknown>>;

/** Calls a strategy outside this process; rejects with an `OutsideFailure` or another error. */
type Ask = {
  ask(body: Body): Promise<unknown>;
  close(): void;
  /** Rejects if the strategy cannot be called at all. */
  start?(): Promise<void>;
};

class OutsideFailure extends Error {
  constructor(
    readonly code: "threw" | "timed-out" | "no-answer" | "invalid-result",
    message: string,
  ) {
    super(message);
  }
}

export const SHAPES = ["winnow", "headroom", "context-guru"] as const;
export type Shape = (typeof SHAPES)[number];

export type OutsideSettings = {
  readonly codec: Codec;
  readonly shape: Shape;
  readonly at: number;
  readonly timeoutMs: number;
  /** The user's label of what ran: name and version. */
  readonly ran: string | null;
};

/** `start` rejects if there is nothing to call. `failures`: the first message for each failure code. */
export type OutsideContender = Contender & {
  start(): Promise<void>;
  close(): void;
  readonly failures: ReadonlyMap<string, string>;
};

/** Null if the name is not that of an outside strategy. `modelOf` returns the current session's model. */
export function outsideContender(
  name: string,
  settings: OutsideSettings,
  modelOf: () => string | null,
): OutsideContender | null {
  const opened = open(name, settings);
  if (opened === null) return null;
  const { kind, file, asked } = opened;
  let calls = 0;
  const failures = new Map<string, string>();
  const failed = (question: Question, code: string, message: string) => {
    if (!failures.has(code)) failures.set(code, message);
    return failedResult(question, code, message);
  };
  return {
    id: name,
    kind,
    ran: settings.ran ?? `the ${kind} itself`,
    sha256: file && createHash("sha256").update(fs.readFileSync(file)).digest("hex"),
    mode: settings.at === 0 ? "as-messages-arrive" : "late-cut",
    policy: { kind: "recipe", id: name, recipe: null, trigger: triggerAt(settings.at) },
    run: async (conversation, environment) => {
      const question = askWith(conversation, settings.codec, modelOf());
      calls += 1;
      const start = performance.now();
      try {
        const answer = await asked.ask(question.body);
        const milliseconds = performance.now() - start;
        const result = readOutside(question, answer, `outside-${calls}`, environment);
        return {
          ...(result.failure ? failed(question, result.failure.code, result.failure.message) : result),
          milliseconds,
        };
      } catch (error) {
        const { message } = error as Error;
        return failed(question, error instanceof OutsideFailure ? error.code : "threw", message);
      }
    },
    failures,
    start: async () => {
      try {
        await asked.start?.();
      } catch (error) {
        throw new Refusal(`${name} cannot be called: ${(error as Error).message}`, 2);
      }
    },
    close: () => asked.close(),
  };
}

type Opened = { readonly kind: "module" | "program" | "address"; readonly file: string | null; readonly asked: Ask };

function open(name: string, { shape, timeoutMs }: OutsideSettings): Opened | null {
  const [, scheme, place = ""] = /^(module|program):(.+)$/s.exec(name) ?? [];
  if (scheme === "module") {
    const file = existing(place);
    return { kind: "module", file, asked: new ModuleProcess(file, timeoutMs) };
  }
  if (scheme === "program") {
    const words = place.split(" ").filter((word) => word !== "");
    const file = words.find((word) => fs.existsSync(word) && fs.statSync(word).isFile()) ?? null;
    return { kind: "program", file, asked: programOf(words, timeoutMs) };
  }
  if (/^https?:\/\//.test(name)) return { kind: "address", file: null, asked: addressOf(name, shape, timeoutMs) };
  return null;
}

function existing(place: string): string {
  const file = path.resolve(place);
  const hint = /@\d+(:\d+)?$/.test(place) ? "; @ sets when Winnow's strategies run; use --at for yours" : "";
  if (!fs.existsSync(file)) throw new Refusal(`there is no file ${file}${hint}`, 2);
  return file;
}

/** One process per module, restarted after it was stopped. */
class ModuleProcess implements Ask {
  #child: ChildProcess | null = null;

  constructor(
    readonly file: string,
    readonly timeoutMs: number,
  ) {}

  async start(): Promise<void> {
    await this.#start();
  }

  async ask(body: Body): Promise<unknown> {
    const child = this.#child ?? (await this.#start());
    this.#child = child;
    const said = this.#next(child);
    child.send(body);
    const { answer, error } = await said;
    if (error !== undefined) throw new OutsideFailure("threw", String(error));
    return answer;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    const address = pathToFileURL(this.file).href;
    const args = ["--input-type=module", "-e", MODULE_CHILD, address];
    // A module's printed output is not an answer.
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    this.#child = child;
    await this.#next(child);
    return child;
  }

  /** The process's next message, or why there is none. */
  async #next(child: ChildProcess): Promise<{ readonly answer?: unknown; readonly error?: unknown }> {
    let said = "";
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-1000);
    };
    child.stderr?.on("data", listen);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), this.timeoutMs);
    try {
      const ended = once(child, "exit", { signal: stop.signal }).then(() => null);
      const told = once(child, "message", { signal: stop.signal }).then(([message]) => message as object);
      ended.catch(() => {});
      told.catch(() => {});
      const message = await Promise.race([told, ended]);
      if (message !== null) return message;
      this.#child = null;
      throw new OutsideFailure("no-answer", errorIn(said));
    } catch (error) {
      if (error instanceof OutsideFailure) throw error;
      this.close();
      throw new OutsideFailure("timed-out", `no answer within ${this.timeoutMs} ms`);
    } finally {
      clearTimeout(timer);
      stop.abort();
      child.stderr?.off("data", listen);
    }
  }
}

/** The error that Node wrote before it ended. */
function errorIn(said: string): string {
  const lines = said.trim().split("\n");
  return (
    lines.find((line) => /^\w*Error\b/.test(line)) ??
    lines.findLast((line) => !/^(Node\.js|\s|$)/.test(line)) ??
    "it ended"
  );
}

const MAX_ANSWER_BYTES = 100_000_000;

/** One process per call: the body on standard input and output. */
function programOf([program = "", ...args]: readonly string[], timeoutMs: number): Ask {
  const file = commandFile(program);
  const ask = (body: Body) =>
    new Promise<unknown>((resolve, reject) => {
      const child = spawn(file, args, { stdio: ["pipe", "pipe", "pipe"] });
      let said = "";
      child.stderr.on("data", (chunk: Buffer) => {
        said = (said + chunk.toString("utf8")).slice(-1000);
      });
      const chunks: Buffer[] = [];
      let size = 0;
      const fail = (code: OutsideFailure["code"], message: string) => {
        child.kill("SIGKILL");
        reject(new OutsideFailure(code, message));
      };
      const timer = setTimeout(() => fail("timed-out", `no answer within ${timeoutMs} ms`), timeoutMs);
      child.stdout.on("data", (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > MAX_ANSWER_BYTES) fail("invalid-result", "the answer is too long");
        else chunks.push(chunk);
      });
      child.once("error", (error) => fail("no-answer", error.message));
      child.once("close", (code) => {
        clearTimeout(timer);
        const last = said.trim().split("\n").at(-1);
        if (code !== 0) reject(new OutsideFailure("no-answer", `it ended with ${code}${last ? `: ${last}` : ""}`));
        else resolve(parsed(Buffer.concat(chunks).toString("utf8")));
      });
      child.stdin.on("error", () => {}); // a program may end without reading
      child.stdin.end(JSON.stringify(body));
    });
  return { ask: async (body) => afterParsing(await ask(body)), close: () => {} };
}

/** The program's file, or its name if it is found on the path; throws if it is not there or cannot be run. */
function commandFile(program: string): string {
  const isPath = program.includes("/") || fs.existsSync(program);
  const places = isPath
    ? [path.resolve(program)]
    : (process.env.PATH ?? "").split(path.delimiter).map((one) => path.join(one, program));
  const found = places.filter((place) => fs.existsSync(place));
  if (found.length === 0) throw new Refusal(`there is no program ${program}`, 2);
  if (!found.some(isExecutable))
    throw new Refusal(`${found[0]} is not executable: chmod +x, or name its interpreter first`, 2);
  return isPath ? (places[0] as string) : program;
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns a marker instead of throwing, so that the failure is reported with its code later, in `afterParsing`. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

const NOT_JSON = Symbol("not JSON");

function afterParsing(answer: unknown): unknown {
  if (answer === NOT_JSON) throw new OutsideFailure("invalid-result", "the answer is not JSON");
  return answer;
}

/**
 * Ours: the body with `winnow` added. headroom's `POST /v1/compress`: messages and model. context-guru's `POST
 * /compact`: the body alone.
 */
function addressOf(address: string, shape: Shape, timeoutMs: number): Ask {
  const sent = (body: Body): Body => {
    if (shape === "headroom") return { messages: body.messages, model: body.model ?? "unknown" };
    return shape === "winnow" ? { ...body, winnow: { force: true, summarizer: "extractive" } } : body;
  };
  const ask = async (body: Body) => {
    let answer: Response;
    try {
      answer = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(sent(body)),
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      const isLate = (error as Error).name === "TimeoutError";
      throw new OutsideFailure(isLate ? "timed-out" : "no-answer", (error as Error).message);
    }
    if (!answer.ok) throw new OutsideFailure("threw", `${address} answered with status ${answer.status}`);
    return afterParsing(parsed(await answer.text()));
  };
  return { ask, close: () => {} };
}
