import { append } from "../../conversation/append";
import { symbolEntity } from "./classify-word";
import { isNeedable } from "./entity";
import { foldersOf } from "./folders";
import type { SameName } from "./same-name";

/** The words within a name: `parseHTMLText`, `PARSE_HTML` and `parse-html2`. */
const PIECE = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
/** Shorter names occur within others by chance. */
const SHORTEST_FORM = 6;
/** A word of a text that is long enough to show a name: a name, or a flag or package with its hyphens. */
const WORD = new RegExp(`[A-Za-z_$][\\w$-]{${SHORTEST_FORM - 1},}`, "g");
/** Only this many words of a name are joined with the words after them. */
const MAX_PIECES = 16;
/** A Python module's dotted name. The last three segments identify its file. */
const MODULE = /^symbol:(?:[a-z]\w*\.)*([a-z]\w*)\.([a-z]\w*)\.([a-z]\w*)$/;
const MODULE_FILE = /(?:^path:|\/)([a-z]\w*\/[a-z]\w*\/[a-z]\w*)\.py$/;
const JOINT = /\.|::|->|\\/;
const SHORT_HASHES = [7, 8, 9, 10, 11, 12];
const HASH = /^number:(?=\d*[a-f])[0-9a-f]{8,40}$/;
/** `github.com/ab/cd/pull/1380` and what follows. */
const ISSUE = /\/(?:pull|pulls|issues|merge_requests|runs|jobs?)\/(\d{3,})(?=[/?]|$)/;
/** A code file. An import omits its ending. */
const CODE_FILE = /\.[cm]?[jt]sx?$/;
/** A path from a disk's root, a home folder or a host, as Go imports a package. */
const FROM_ROOT = /^path:(?:\/|[A-Za-z]:\/|~\/|[\w-]+\.(?:com|dev|io|net|org)\/)/;
const HOME = /^path:(?:~|(?:[A-Za-z]:)?\/(?:Users|home)\/[^/]+)(?=\/)/;
/** A type's member after a variable or an import's alias: `postCmd.Env`, `agentpkg.Agent`. */
const MEMBER = /^symbol:([A-Za-z]\w*)\.(\w+)$/;
const LAST_WORD = /(?:[A-Z]{3,}|[A-Z]?[a-z]{3,})\d*$/;
const NOTHING: readonly string[] = [];

/**
 * The facts of a session that a name or text shows, in any form: a path by a longer or shorter one, a member by its
 * bare name, `strategy_options` by `StrategyOptions`, `SimulateStop` by `TestRunner_SimulateStop`, a hash by its short
 * form. These rules alone decide what is lost and what was shown again.
 */
export class KnownNames {
  readonly #byTail = new Map<string, string[]>();
  readonly #byForm = new Map<string, string[]>();
  readonly #byModule = new Map<string, string[]>();
  readonly #byShortHash = new Map<string, string[]>();
  readonly #byEnding = new Map<string, string[]>();
  readonly #ofName = new Map<string, readonly string[]>();
  readonly #ofWord = new Map<string, readonly string[]>();

  constructor(
    readonly keys: { readonly has: (key: string) => boolean; readonly keys: () => Iterable<string> },
    readonly sameName: SameName = (key) => key,
  ) {
    for (const key of keys.keys()) {
      const tail = tailOf(key);
      if (tail !== null) append(this.#byTail, tail, key);
      for (const form of formsOf(key)) append(this.#byForm, form, key);
      const module = MODULE.exec(key)?.slice(1).join("/");
      if (module) append(this.#byModule, module, key);
      for (const short of shortHashesOf(key)) append(this.#byShortHash, short, key);
      for (const ending of freeEndingsOf(key)) append(this.#byEnding, ending, key);
    }
  }

  /** The name's own key, and the keys of the facts that it shows. */
  shownByName(written: string): readonly string[] {
    const before = this.#ofName.get(written);
    if (before !== undefined) return before;
    const key = this.sameName(written);
    const shown = [key, ...[...this.#relatives(key)].filter((candidate) => this.keys.has(candidate))];
    this.#ofName.set(written, shown);
    return shown;
  }

  *#relatives(key: string): Generator<string> {
    for (const folder of foldersOf(key)) yield this.sameName(folder);
    for (const form of shownFormsOf(key)) yield* [form, ...(this.#byEnding.get(form) ?? NOTHING)];
    yield* addressesOf(key);
    yield* [...headsOf(key), ...shortHashesOf(key), ...(this.#byShortHash.get(key) ?? NOTHING)];
    const tail = tailOf(key);
    if (tail !== null) yield tail;
    if (tail === key) yield* this.#byTail.get(tail) ?? NOTHING;
    yield* this.#byModule.get(MODULE_FILE.exec(key)?.[1] ?? "") ?? NOTHING;
  }

  /** Keys of names that a text of these words (`wordsIn`) contains in another spelling or within longer names. */
  *shownByWords(words: Iterable<string>): Generator<string> {
    if (this.#byForm.size > 0) for (const word of words) yield* this.#shownByWord(word);
  }

  #shownByWord(word: string): readonly string[] {
    const before = this.#ofWord.get(word);
    if (before !== undefined) return before;
    let shown = NOTHING;
    for (const form of formsIn(word)) {
      const keys = this.#byForm.get(form);
      if (keys !== undefined) shown = [...shown, ...keys];
    }
    this.#ofWord.set(word, shown);
    return shown;
  }
}

/** The words of a text that are long enough to show a name, in order. */
export const wordsIn = (text: string): readonly string[] => text.match(WORD) ?? NOTHING;

/** Every run of consecutive pieces of a word, joined. A run that ends in "s" is also given without it. */
export function* formsIn(word: string): Generator<string> {
  const pieces = (word.match(PIECE) ?? []).slice(0, MAX_PIECES).map((piece) => piece.toLowerCase());
  for (let start = 0; start < pieces.length; start += 1) {
    let form = "";
    for (let end = start; end < pieces.length; end += 1) {
      form += pieces[end];
      if (form.length < SHORTEST_FORM) continue;
      yield form;
      if (form.endsWith("s")) yield form.slice(0, -1);
    }
  }
}

/**
 * The pieces of the last segment of a name or a remote branch, joined; for a test's name also without `Test`. None if
 * it could be a common word. The pull request or issue 1500 has the forms `pr1500` and `issue1500`.
 */
export function formsOf(key: string): string[] {
  const number = /^number:(\d{3,7})$/.exec(key)?.[1];
  if (number) return [`pr${number}`, `issue${number}`];
  if (!/^symbol:|^path:origin\//.test(key)) return [];
  const last =
    key
      .slice(key.indexOf(":") + 1)
      .split(key.startsWith("path:") ? "/" : JOINT)
      .at(-1) ?? "";
  const pieces = (last.match(PIECE) ?? []).map((piece) => piece.toLowerCase());
  const form = pieces.join("");
  if (pieces.length < 2 || form.length < SHORTEST_FORM) return [];
  return pieces.length > 3 && pieces[0] === "test" ? [form, form.slice("test".length)] : [form];
}

/** Keys of the shorter paths that end like this one: `forms/user.ts` of `src/forms/user.ts`. */
function* endingsOf(key: string): Generator<string> {
  if (!key.startsWith("path:")) return;
  for (let at = key.indexOf("/"); at >= 0; at = key.indexOf("/", at + 1)) {
    const ending = key.slice(at + 1);
    if (ending.includes("/")) yield `path:${ending}`;
  }
}

/**
 * The forms in which a name shows other names: the name and its folders, their endings, and their forms relative to a
 * home folder or by type; for a code file, also the forms in which it is imported.
 */
function* shownFormsOf(key: string): Generator<string> {
  for (const place of [key, ...foldersOf(key)]) yield* [place, ...endingsOf(place), ...alikeOf(place)];
  if (!key.startsWith("path:") || !CODE_FILE.test(key)) return;
  const imported = key.replace(CODE_FILE, "");
  yield* [
    imported,
    ...endingsOf(imported),
    `path:${imported.slice(Math.max(imported.lastIndexOf("/") + 1, "path:".length))}`,
  ];
}

/**
 * Shorter forms that denote the same file or member: of a relative import such as `../generated/hero.json`, of a path
 * from a root, and of a member.
 */
function freeEndingsOf(key: string): string[] {
  const imported = /^path:(?:\.\.\/)+(.*\/.*)$/.exec(key)?.[1];
  if (imported) return [`path:${imported}`];
  if (!FROM_ROOT.test(key)) return alikeOf(key);
  const whole = `path:${key.slice("path:/".length)}`;
  const isEnough = (ending: string) => ending.split("/").length > 2 || ending === whole || ending.endsWith("/SKILL.md");
  return [...alikeOf(key), ...[...endingsOf(key)].filter(isEnough)];
}

/**
 * A path with `~` for its home folder, or a member with only the last word of its variable, so that all spellings of
 * one thing are equal.
 */
function alikeOf(key: string): string[] {
  if (HOME.test(key)) return [key.replace(HOME, "path:~")];
  const [, receiver = "", member = ""] = MEMBER.exec(key) ?? [];
  const word = receiver
    .replace(/_?pkg$/, "")
    .match(LAST_WORD)?.[0]
    .toLowerCase();
  return word ? [`symbol:${word}.${member}`] : [];
}

/** A link without `https://` is the same link. It also shows the issue number at its end. */
function* addressesOf(key: string): Generator<string> {
  if (key.startsWith("path:")) yield `url:${key.slice("path:".length)}`;
  if (!key.startsWith("url:")) return;
  yield `path:${key.slice("url:".length)}`;
  const number = ISSUE.exec(key)?.[1];
  if (number) yield `number:${number}`;
}

/** Shorter forms of a commit's hash, which may be abbreviated already. */
const shortHashesOf = (key: string): string[] =>
  HASH.test(key)
    ? SHORT_HASHES.map((length) => key.slice(0, "number:".length + length)).filter((short) => short.length < key.length)
    : [];

/**
 * Keys of the leading segments: `shop.menu.v1` also shows `shop.menu`, and `strategy_options.max` shows
 * `strategy_options`.
 */
function headsOf(key: string): string[] {
  if (!key.startsWith("symbol:")) return [];
  const segments = key.slice("symbol:".length).split(JOINT);
  const starts = segments.slice(2).map((_, at) => `symbol:${segments.slice(0, at + 2).join(".")}`);
  return [...starts, ...segments.slice(0, -1).flatMap((segment) => symbolEntity(segment)?.key ?? [])];
}

/** Key of the last segment of a path or name; null if it is too generic. */
function tailOf(key: string): string | null {
  if (key.startsWith("path:")) {
    const tail = `path:${key.slice(Math.max(key.lastIndexOf("/") + 1, "path:".length))}`;
    return isNeedable({ kind: "path", key: tail, text: tail }) && /\.\w+$/.test(tail) ? tail : null;
  }
  if (!key.startsWith("symbol:")) return null;
  return symbolEntity(key.slice("symbol:".length).split(JOINT).at(-1) ?? "")?.key ?? null;
}
