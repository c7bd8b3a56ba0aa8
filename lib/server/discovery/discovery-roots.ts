import os from "node:os";
import path from "node:path";
import { IMPORTERS } from "@/lib/importers/index";
import { dataDir } from "../process/settings";
import type { ClientPlace, ClientRow, Platform } from "./client-row";
import { CLIENTS } from "./discovery-clients";

/** A folder where an agent keeps its transcripts. The API names it by id; its path never comes from a request. */
export type DiscoveryRoot = {
  readonly id: string;
  readonly title: string;
  /** The folder as a readable template, such as `~/.codex/sessions`; never the real path. */
  readonly place: string;
  readonly path: string;
  readonly client: ClientRow;
};

export type Machine = {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Defaults for unset variables, below the home folder. A place with any other unset variable is left out. */
const DEFAULTS: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: ".config",
  XDG_DATA_HOME: ".local/share",
  APPDATA: "AppData/Roaming",
  LOCALAPPDATA: "AppData/Local",
};

/** Tests set the home folder with WINNOW_DISCOVERY_HOME. No other variable is read then, so none leads outside. */
function thisMachine(): Machine {
  const override = process.env.WINNOW_DISCOVERY_HOME;
  const own = { WINNOW_DATA_DIR: dataDir() };
  const env = override ? own : { ...process.env, ...own };
  return { home: override || os.homedir(), platform: process.platform, env };
}

/** Every place of every client with an importer, whether or not the folder exists. */
export function discoveryRoots(machine: Machine = thisMachine()): DiscoveryRoot[] {
  const known = new Set(IMPORTERS.map((importer) => importer.id));
  const roots = CLIENTS.filter((client) => known.has(client.importer)).flatMap((client) =>
    placesOf(client, machine.platform).flatMap((place) => {
      const folder = expand(place.at, machine);
      return folder === null ? [] : [{ id: place.id, title: place.title ?? client.title, client, ...folder }];
    }),
  );
  const keys = roots.map(({ path, client }) => `${path}\0${client.files.source}`);
  return roots.filter((_, index) => keys.indexOf(keys[index] as string) === index);
}

function placesOf({ places }: ClientRow, platform: NodeJS.Platform): readonly ClientPlace[] {
  if (!("linux" in places)) return places;
  const system: Platform = platform === "darwin" || platform === "win32" ? platform : "linux";
  return places[system];
}

function expand(template: string, { home, env }: Machine): { path: string; place: string } | null {
  const [head = "", ...rest] = template.split("/");
  if (head === "~") return { path: path.join(/*turbopackIgnore: true*/ home, ...rest), place: template };
  const name = head.slice(1);
  const value = env[name];
  if (value && path.isAbsolute(value))
    return { path: path.join(/*turbopackIgnore: true*/ value, ...rest), place: template };
  const fallback = DEFAULTS[name];
  if (fallback === undefined) return null;
  return {
    path: path.join(/*turbopackIgnore: true*/ home, fallback, ...rest),
    place: ["~", fallback, ...rest].join("/"),
  };
}
