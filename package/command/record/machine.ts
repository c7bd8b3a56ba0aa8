import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { asObject, type JsonObject } from "@/lib/formats/json-fields";
import { Refusal } from "../output";
import type { Relay } from "./relay";

/** What the set-up of a client may look at, and what it may ask for. It changes nothing that stays. */
export class Machine {
  readonly home = os.homedir();
  readonly platform = process.platform;
  readonly env: Readonly<Record<string, string | undefined>> = process.env;
  /** Where requests will go, for the person who reads it. */
  readonly hosts: string[] = [];
  #folder: string | null = null;

  constructor(
    private readonly relay: Relay,
    /** Of the client, as the user gave them. */
    readonly args: readonly string[],
    readonly cwd = process.cwd(),
  ) {}

  /** An address that stands in for this one. */
  open(name: string, base: string): string {
    const upstream = upstreamOf(base);
    this.hosts.push(upstream.host);
    return this.relay.open(name, upstream);
  }

  below = (file: string): string => path.join(this.cwd, file);

  readText(file: string): string | null {
    try {
      return fs.readFileSync(file, "utf8");
    } catch {
      return null;
    }
  }

  readJson = (file: string): JsonObject | null => this.parseJson(this.readText(file) ?? "");

  /** JSON, also with comments and commas at its ends, as settings files have them. */
  parseJson(text: string): JsonObject | null {
    const bare = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? "");
    for (const candidate of [text, bare.replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string) => string ?? "")])
      try {
        return asObject(JSON.parse(candidate));
      } catch {}
    return null;
  }

  /** A variable in the nearest `.env` file of a client: `<folder>/.env` or `.env`, here, in a folder above, or at home. */
  envFile(folder: string, name: string): string | null {
    const places: string[] = [];
    for (let at = this.cwd; ; at = path.dirname(at)) {
      places.push(at);
      if (at === path.dirname(at)) break;
    }
    const files = [...places, this.home].flatMap((place) => [
      path.join(place, folder, ".env"),
      path.join(place, ".env"),
    ]);
    const text = files.map((file) => this.readText(file)).find((found) => found !== null) ?? "";
    const line = text.split("\n").findLast((one) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(one));
    return (
      line
        ?.replace(/^[^=]*=\s*/, "")
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2") || null
    );
  }

  /** What a program prints; null if it fails. */
  ask(program: string, args: readonly string[]): string | null {
    const { status, stdout } = spawnSync(program, args, {
      encoding: "utf8",
      cwd: this.cwd,
      timeout: 30_000,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return status === 0 ? stdout : null;
  }

  /** A file that only this user can read, for the time of the recording. */
  temporary(name: string, content: string | object): string {
    this.#folder ??= fs.mkdtempSync(path.join(os.tmpdir(), "winnow-record-"));
    const file = path.join(this.#folder, name);
    fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o600 });
    return file;
  }

  tidyUp(): void {
    if (this.#folder !== null) fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The address of a provider. One that holds a password is refused: it would end in logs. */
export function upstreamOf(base: string): URL {
  let upstream: URL;
  try {
    upstream = new URL(base);
  } catch {
    throw new Refusal(`${base} is not an address`, 2);
  }
  if (!/^https?:$/.test(upstream.protocol)) throw new Refusal(`${base} is not an address of HTTP`, 2);
  if (upstream.username || upstream.password) throw new Refusal("an address with a password in it is not recorded", 2);
  return upstream;
}
