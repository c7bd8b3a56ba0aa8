import { type Entity, entityOf } from "./entity";
import { ownName, PRODUCTS } from "./standard-names";

/** Longer words are data (base64, minified code), not names. */
const LONGEST_NAME = 240;

/** Endings that make a word without folders a file name. */
const FILE_ENDINGS = new Set(
  (
    "ts tsx js jsx mjs cjs mts cts py pyi ipynb rb go rs java kt kts swift c h cc cpp hpp cs php scala clj ex exs erl hs lua pl r sql " +
    "sh bash zsh fish ps1 psm1 bat cmd md mdx rst txt adoc tex bib json jsonl ndjson json5 yaml yml toml ini cfg conf env lock properties " +
    "xml html htm css scss sass less svg png jpg jpeg gif webp ico woff woff2 pdf docx xlsx csv tsv parquet log vue svelte astro proto " +
    "graphql prisma tf gradle cmake mod sum zig nim dart pony diff patch zip gz tar tgz whl db sqlite wasm"
  ).split(" "),
);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMBER = /^v?\d+(?:\.\d+)+(?:-[A-Za-z][\w.]*)?$|^\d{3,}$/;
const HEX = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/i;
/** Example hashes: `a1b2c3d4e5f6`, `abc123def456`. */
const MADE_UP_HEX = /^(?:[a-f]\d){3,}|^(?:\d[a-f]){4,}|^(?:abc123|def456|ghi789|deadbeef|cafebabe|0123456|1234567)/i;
const NAME = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\\{1,2})[A-Za-z_$][\w$]*)*$/;
const HUMP = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/;
const JOINED = /[A-Za-z_$][\w$]+(?:\.|::|->|\\{1,2})[A-Za-z_$][\w$]+/;
/** A position in a file, which is not part of its name: `src/a.ts:12:5`, `src/a.ts#L12`. */
const PLACE = /(?::\d+(?:[:-]\d+)*|#[\w-]*)$/;
/** The suffix that grep adds to lines around a match: `src/a.ts-12-`. */
const AROUND_HIT = /(?<=\.)([A-Za-z]\w{0,7})-\d+(?:-.*)?$/;
/** A member of an object that looks like a file name: `this.lock`, `process.env`. */
const MEMBER = /^(?:this|self|cls|console|process|window|document|response|res|req|err|e|t|s)\.\w+$|^import\.meta\b/;
const MEDIA_TYPE = /^(?:application|text|image|audio|video|font|multipart|message|model)\/[\w.-]+$/;
/** `s/old/new/g` of sed and perl. */
const SUBSTITUTION = /^[sy]\/[^/]*\/[^/]*\/[gimsx]{0,4}$/;
/** What log publishers write in place of a removed name. */
const REDACTED = /(?:^|[/\\._-])REDACTED(?:[/\\._-]|$)/;
const ENDING = /[^./\\]\.([A-Za-z][A-Za-z0-9]{0,7})$/;
/** Common file-name endings: `_test.go`, `.spec.ts`. */
const SUFFIX = /^[._](?:test|spec)\.\w+$/;
const FILE_NAME =
  /(?:^|[/\\])(?:\.(?:env(?:\.\w+)?|git[a-z]+|[a-z]+(?:rc|ignore|config))|(?:Make|Docker|Gem|Rake|Proc|Jenkins|Vagrant)file)$/;

/** `owner/repo#162` */
const ISSUE = /^[\w.-]+\/[\w.-]+#(\d{3,})$/;
/** The start of a path that a listing has shortened: `.../forms/user.ts`, `src/.../forms/user.ts`. */
const SHORTENED = /^(?:.*\/)?(?:\.{3}|…)\/(?=.*\/)/;
/** Most words of a text. Except for a few files, no name has this form. */
const PLAIN_WORD = /^[A-Z]?[a-z]*$/;

const NO_ROOTS: readonly string[] = [];
const MAX_KNOWN_WORDS = 50_000;

/**
 * Known words, because words repeat in a session. Kept for as long as the session's list of roots, whose readers keep
 * the entities anyway.
 */
const knownWords = new WeakMap<readonly string[], Map<string, Entity | null>>();

/**
 * The entity that a run of name characters denotes, or null. `roots`: project folders to strip from the front of paths.
 */
export function classifyWord(word: string, roots: readonly string[] = NO_ROOTS): Entity | null {
  if (word.length < 3 || (PLAIN_WORD.test(word) && !word.endsWith("file"))) return null;
  if (roots === NO_ROOTS) return classify(word, roots);
  const words = knownWords.get(roots) ?? new Map<string, Entity | null>();
  const known = words.get(word);
  if (known !== undefined) return known;
  if (words.size === 0 || words.size > MAX_KNOWN_WORDS) {
    words.clear();
    knownWords.set(roots, words);
  }
  const entity = classify(word, roots);
  words.set(word, entity);
  return entity;
}

function classify(word: string, roots: readonly string[]): Entity | null {
  const issue = ISSUE.exec(word)?.[1];
  if (issue) return entityOf("number", issue);
  const name = nameIn(word).replace(SHORTENED, "");
  if (name.length < 3 || name.length > LONGEST_NAME || PRODUCTS.has(name.toLowerCase()) || SUFFIX.test(name))
    return null;
  if (isPath(name)) return isJoined(name) || REDACTED.test(name) ? null : pathEntity(name, roots);
  if (UUID.test(name) || NUMBER.test(name) || (HEX.test(name) && !MADE_UP_HEX.test(name)))
    return entityOf("number", name.toLowerCase(), name);
  // `find(x).saveDraft` and `...saveDraft` also denote it.
  return symbolEntity(name.replace(/^\.+/, ""));
}

/**
 * `this.saveDraft` and `saveDraft` are one name. A member whose name is not distinctive by itself keeps its owner:
 * `this.items`.
 */
const OF_ITSELF =
  /^(?:(?:this|self|cls)\.|\$this->|\$(?=[A-Za-z_]))(?=\w*(?:[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])\w*$)(?=\w{5})/;

/**
 * A variable of one or two letters is not part of a member's name: `s.handleRead` is `handleRead`, and `x.Name` is not
 * a name at all.
 */
const RECEIVER = /^[a-z]{1,2}\.(?=[A-Za-z_])/;

export function symbolEntity(written: string): Entity | null {
  if (!isName(written) || MADE_UP.test(written)) return null;
  const name = ownName(written.replace(OF_ITSELF, ""))?.replace(RECEIVER, "") ?? null;
  return name !== null && (name === written || isName(name))
    ? entityOf("symbol", name.replaceAll("\\\\", "\\"), name)
    : null;
}

const isName = (word: string): boolean => word.length >= 5 && NAME.test(word) && (HUMP.test(word) || JOINED.test(word));

/** Relative to the project if a root is known, with `/` on every system. */
export function pathEntity(path: string, roots: readonly string[] = []): Entity {
  const slashed = withDrive(path.replaceAll("\\", "/").replace(/\/{2,}/g, "/"), roots);
  const root = roots.find((candidate) => isBelow(slashed, candidate));
  const relative = root ? slashed.slice(root.length + 1) : slashed;
  return entityOf("path", relative.replace(/^(?:\.\/)+/, "").replace(/\/$/, ""), path);
}

/** Git's shell on Windows writes `D:/work` as `/d/work`, WSL as `/mnt/d/work`. */
function withDrive(path: string, roots: readonly string[]): string {
  const mounted = /^\/mnt\/([a-z])(?=\/)/.exec(path)?.[1];
  if (mounted) return `${mounted.toUpperCase()}:${path.slice("/mnt/d".length)}`;
  const drive = /^\/([a-z])\//.exec(path)?.[1];
  const root = drive && roots.find((candidate) => candidate.toLowerCase().startsWith(`${drive}:/`));
  return root ? `${root.slice(0, 2)}${path.slice(2)}` : path;
}

/** Paths with a drive are compared without regard to case, because drive letters occur in either case. */
const isBelow = (path: string, root: string): boolean =>
  path.startsWith(`${root}/`) || (/^[A-Za-z]:/.test(root) && path.toLowerCase().startsWith(`${root.toLowerCase()}/`));

function nameIn(word: string): string {
  const bare = word.replace(PLACE, "").replace(/[.:,\\-]+$|\/\$$/, "");
  return bare.replace(AROUND_HIT, (whole, ending: string) => (isFileEnding(ending) ? ending : whole));
}

const isFileEnding = (ending: string): boolean => FILE_ENDINGS.has(ending.toLowerCase());

function isPath(name: string): boolean {
  if (!/[./\\]|file$/.test(name) || !/[A-Za-z]/.test(name)) return false;
  if (/%|\.\.\.|^\/\/|^\/dev\/|\$$/.test(name) || MEDIA_TYPE.test(name) || SUBSTITUTION.test(name)) return false;
  const ending = ENDING.exec(name)?.[1];
  const isFile = FILE_NAME.test(name) || (ending !== undefined && isFileEnding(ending));
  if (!/[/\\]/.test(name)) return isFile && !MEMBER.test(name) && !/\.[A-Z][a-z]/.test(name);
  if (name.includes("\\")) return isWindowsPath(name, isFile);
  if (isFile) return true;
  return !name.includes("+") && (isForeignFile(ending) || isFolder(name));
}

/** True for alternatives such as `AGENTS.md/CLAUDE.md` and `.csproj/.fsproj`, which are not files in folders. */
function isJoined(name: string): boolean {
  const segments = name.split("/");
  if (segments.length < 2 || FILE_NAME.test(name)) return false;
  const isFile = (segment: string) =>
    /^[\w-]+\.[A-Za-z]\w*$/.test(segment) && isFileEnding(segment.split(".")[1] ?? "");
  return segments.every(isFile) || segments.every((segment) => /^\.[a-z]+$/.test(segment));
}

/** Example names: `MyConverter`, `my_table`. */
const MADE_UP = /^(?:My[A-Z]|my_)/;

/**
 * True if an unknown ending can be a file's: `a/b.bc` and `a/b.TPL` are files, `and/or.The` and `e.g./i.e` are prose.
 */
const isForeignFile = (ending: string | undefined): boolean =>
  ending !== undefined && ending.length > 1 && (ending === ending.toLowerCase() || ending === ending.toUpperCase());

/** A Windows path has a drive, starts with `.\` or ends like a file; other names with backslashes are namespaces. */
const isWindowsPath = (name: string, isFile: boolean): boolean =>
  /^(?:[A-Za-z]:|\.{1,2})\\/.test(name) ||
  ((isFile || (/\.[a-z]{2,6}$/.test(name) && FIRST_FOLDERS.has(name.slice(0, name.indexOf("\\"))))) &&
    /^\w[\w.-]*(?:\\{1,2}[\w.-]{2,})+$/.test(name));

/**
 * True if a path without an ending is a folder. A single segment after a slash may be a command or route, so it only
 * counts in fields of tools.
 */
function isFolder(name: string): boolean {
  const segments = name.split("/");
  // In an import, `./auth` is a neighbouring module, not a location.
  if (/^(?:~|\.{1,2})\//.test(name)) return name.length > 4 && (segments.length > 2 || name.startsWith("~"));
  if (name.startsWith("/")) return segments.filter((segment) => segment !== "").length > 1;
  return segments.length > 2 && !segments.includes("");
}

/** Common first folders of a path without a file extension. */
const FIRST_FOLDERS = new Set(
  "app apps bin cmd dist etc internal lib libs node_modules opt packages pkg scripts src tmp usr var vendor".split(" "),
);

/**
 * True for lists such as `Start/Pause/Reset` and `light/dark/system`. They look like folders, but count only in quotes
 * or below a common folder.
 */
export const isEnumeration = (path: string): boolean =>
  /^[A-Za-z]+(?:\/[A-Za-z]+){2,}$/.test(path) && !FIRST_FOLDERS.has(path.slice(0, path.indexOf("/")));
