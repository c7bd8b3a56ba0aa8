import type { FileAction } from "./operations";

/** A part of a file name in brackets: `src/(app)/page.tsx`, `report (1).md`. */
const BRACKETED = /\([\w.-]+\)/g;

/** True if a word can be a file, which excludes globs, variables, subshells, devices and file descriptors. */
export const isFile = (word: string): boolean =>
  word.length > 1 && !/[*?$`(){}|<>&;]|^\d+$|^\/dev\//.test(word.replace(BRACKETED, "")) && !word.includes("://");

/** Files without an extension, as build tools and repositories name them. */
const KNOWN_FILES = new Set(
  (
    "Makefile makefile GNUmakefile Dockerfile Containerfile Jenkinsfile Vagrantfile Procfile Caddyfile Tiltfile Earthfile " +
    "Justfile justfile Rakefile Gemfile Guardfile Podfile Fastfile Brewfile Pipfile BUILD WORKSPACE " +
    "README LICENSE LICENCE COPYING NOTICE CHANGELOG AUTHORS CONTRIBUTORS CODEOWNERS VERSION"
  ).split(" "),
);

/** True for a file that is known by its name alone. */
export const isKnownFile = (word: string): boolean => KNOWN_FILES.has(word.slice(word.search(/[^\\/]*$/)));

/** Joins a relative path to its folder. */
export function joinPath(folder: string, path: string): string {
  const joined = folder === "" || /^(?:[/~]|[A-Za-z]:)/.test(path) ? path : `${folder.replace(/[\\/]$/, "")}/${path}`;
  return /(?:^|[\\/])\.\.?[\\/]/.test(joined) ? withoutDots(joined) : joined;
}

/** An action in a folder to which its paths are relative. */
export const actionIn = <Action extends FileAction>(folder: string, action: Action): Action => ({
  ...action,
  path: joinPath(folder, action.path),
  ...(action.from && { from: joinPath(folder, action.from) }),
});

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const name of path.split(/[\\/]/)) {
    if (name === ".") continue;
    if (name === ".." && kept.length > 0 && kept.at(-1) !== "" && kept.at(-1) !== "..") kept.pop();
    else kept.push(name);
  }
  return kept.join("/");
}
