import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { JsonObject } from "@/lib/formats/json-fields";
import { Refusal } from "../output";
import type { Relay } from "./relay";
import { envValue, parseSettings } from "./settings-files";

/** What a client's set-up may read and request. It changes nothing permanently. */
export class Machine {
  readonly home = os.homedir();
  readonly platform = process.platform;
  readonly env: Readonly<Record<string, string | undefined>> = process.env;
  /** The destination of requests, for display. */
  readonly hosts: string[] = [];
  #folder: string | null = null;

  constructor(
    private readonly relay: Relay,
    /** The client's arguments, as given by the user. */
    readonly args: readonly string[],
    readonly cwd = process.cwd(),
  ) {}

  /** A local address that replaces this one. */
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

  readJson = (file: string): JsonObject | null => parseSettings(this.readText(file) ?? "");

  /** A variable in a client's nearest `.env` file: `<folder>/.env` or `.env`, here, in a parent folder, or at home. */
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
    return envValue(text, name);
  }

  /** Runs a program. Returns its output; null if it fails. */
  ask(program: string, args: readonly string[]): string | null {
    const { status, stdout } = spawnSync(program, args, {
      encoding: "utf8",
      cwd: this.cwd,
      timeout: 120_000,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return status === 0 ? stdout : null;
  }

  /** A file readable only by this user, for the time of the recording. */
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

/** A provider's address. One with a password is refused: it would end up in logs. */
export function upstreamOf(base: string): URL {
  const shown = base.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1…@");
  if (!URL.canParse(base)) throw new Refusal(`${shown} is not an address`, 2);
  const upstream = new URL(base);
  if (!/^https?:$/.test(upstream.protocol)) throw new Refusal(`${shown} is not an HTTP address`, 2);
  if (upstream.username || upstream.password)
    throw new Refusal("an address that contains a password cannot be recorded", 2);
  return upstream;
}
