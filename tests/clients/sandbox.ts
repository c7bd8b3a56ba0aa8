import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** Clients only run in folders that this command created and marked with this file. */
const MARK = ".winnow-clients";

/**
 * The folder for installations, homes and ledgers; made and marked if it is new. Throws if it is, contains or could be
 * a real home.
 */
export function openFolder(folder: string): string {
  const full = path.resolve(folder);
  const problem = problemOf(full, homedir());
  if (problem !== null) throw new Error(problem);
  mkdirSync(full, { recursive: true });
  writeFileSync(path.join(full, MARK), "Made by npm run test:clients; may be deleted.\n");
  return full;
}

/** Why clients may not be run in this folder, or null. */
export function problemOf(folder: string, home: string): string | null {
  const isWithin = !path.relative(folder, path.resolve(home)).startsWith("..");
  if (isWithin) return `${folder} holds the home folder of this user`;
  if (path.basename(folder).startsWith(".")) return `${folder} may be the settings of a client`;
  if (existsSync(folder) && !existsSync(path.join(folder, MARK)))
    return `${folder} exists and was not made by this command`;
  return null;
}

export function freshFolder(root: string, ...names: string[]): string {
  const folder = path.join(root, ...names);
  if (!existsSync(path.join(root, MARK))) throw new Error(`${root} was not made by this command`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Of this user's environment, a client only gets the program path: no key, no home, no proxy. */
export function emptyEnvironment(home: string): Record<string, string> {
  const { PATH = "" } = process.env;
  const config = Object.entries({ CONFIG: ".config", DATA: ".local/share", STATE: ".local/state", CACHE: ".cache" });
  const folders = config.map(([name, place]) => [`XDG_${name}_HOME`, path.join(home, place)] as const);
  return { PATH, HOME: home, USERPROFILE: home, LANG: "C.UTF-8", NO_COLOR: "1", ...Object.fromEntries(folders) };
}

/** The key given to every client. */
export const DUMMY_KEY = "sk-dummy";
