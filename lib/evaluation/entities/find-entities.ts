import { classifyWord, isEnumeration, pathEntity, symbolEntity } from "./classify-word";
import { type Entity, entityOf } from "./entity";
import { findErrors } from "./find-errors";
import { everywhereIn, type NameWords } from "./name-words";
import {
  hasSide,
  isCalled,
  isClosingTag,
  isId,
  isOpenEnded,
  isQuoted,
  isRest,
  isTagName,
  LineWalk,
  type Place,
} from "./word-place";

/**
 * A URL or a run of name characters. A single pass without nested repetition, so linear for any text. A URL ends before
 * characters of a writing system without spaces, because the sentence continues there.
 */
const RUN =
  /((?:https?|ftp|wss?|ssh|git|file|s3|gs|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?):\/\/[^\s"'`<>\\|{}[\]\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]{1,2000})|([A-Za-z0-9_$@~./\\](?:[A-Za-z0-9_$@~./\\:+%#-]|(?<=-)>)*)/g;
/** Separates the addresses of a list: `https://a.org,https://b.org`. */
const URL_LIST = /,(?=[a-z]{2,12}:\/\/)/;
/** A path in quotes, in any script. */
const QUOTED_PATH = /(["'`])((?=[^"'`\n]{0,200}[^\0-\x7f])[^"'`\s<>|*?{}]{1,200}\.[A-Za-z]{1,5})\1/g;
/** Characters that separate names, although a name may contain them elsewhere. */
const SEPARATORS = /::?(?=\d)|(?<!:|^[A-Za-z](?=:\/)):(?!:|\\)|(?<=\w)\.{2,3}(?=\w)/;
/** A range such as `main...topic` or `3f2a9bc..HEAD`, which consists of two names. */
const RANGE = /\w\.{2,3}\w/;
/** Line and column after a file name, which look like a port after a host. */
const PLACES = /(?::\d+)+:?$/;
const HOST = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):\d/;
/** `2025-08-08T20:47:39.034-07:00`, `09:00:08.092` */
const TIME = /^(?:\d{4}-\d\d-\d\dT)?\d\d?:\d\d(?::\d\d|$)/;
/** Like SEPARATORS, with the addition of escapes whose backslash is not part of a path. */
const ESCAPES = /::?(?=\d)|(?<!:|^[A-Za-z](?=:\/)):(?!:)|\\+(?:[nrt]|[A-Za-z](?![\w-]))?|(?<=\w)\.{2,3}(?=\w)/;

/** Entities of a text by key, in order of first appearance. `sought`: skips text that contains none of these names. */
export function findEntities(raw: string, roots: readonly string[] = [], sought?: NameWords): Map<string, Entity> {
  const text = unescapeText(withoutPlaceholders(raw));
  const found = new Map<string, Entity>();
  const add = (entity: Entity | null) => {
    if (entity && !found.has(entity.key)) found.set(entity.key, entity);
  };
  const lines = new LineWalk(text);
  const addRun = ({ 1: url, 2: word = "", index }: RegExpExecArray) => {
    if (url) for (const one of url.split(URL_LIST)) add(urlEntity(one));
    else if (!word.includes(":") && !word.includes("\\") && !RANGE.test(word)) add(entityAt(word, index, lines, roots));
    else for (const [start, piece] of piecesOf(word, index)) add(entityAt(piece, start, lines, roots));
  };
  const places = sought?.placesIn(text) ?? everywhereIn(text);
  for (const [start, end] of places.stretches) {
    RUN.lastIndex = start;
    for (let run = RUN.exec(text); run !== null && run.index < end; run = RUN.exec(text)) addRun(run);
  }
  for (const path of quotedPaths(text)) add(pathEntity(path, roots));
  if (places.mayHoldError) for (const error of findErrors(text)) add(error);
  return found;
}

/** Decides by form first, because most words are not entities, then by the surrounding text. */
function entityAt(piece: string, start: number, lines: LineWalk, roots: readonly string[]): Entity | null {
  const entity = classifyWord(piece, roots);
  if (entity === null) return null;
  if (entity.kind === "symbol") return isTagName(piece, lines.text, start) ? null : entity;
  const place = { text: lines.text, start, end: start + piece.length, lines };
  return entity.kind === "path" ? pathAt(entity, piece, place, roots) : isId(piece, place) ? entity : null;
}

function pathAt(entity: Entity, piece: string, place: Place, roots: readonly string[]): Entity | null {
  if (isClosingTag(place) || (isEnumeration(entity.text) && !isQuoted(place))) return null;
  if (isRest(place)) return restEntity(piece);
  if (isImported(piece, place)) return symbolEntity(piece);
  if (isCalled(place) && !piece.includes("/")) return symbolEntity(piece);
  if (isOpenEnded(place)) return classifyWord(piece.slice(0, piece.lastIndexOf("/") + 1), roots);
  return hasSide(piece, place) ? classifyWord(piece.slice(2), roots) : entity;
}

/** True for a module rather than a file, as in `from django.db import models`. */
const isImported = (piece: string, { text, start }: Place): boolean =>
  /^[a-z_]+(?:\.[a-z_]+)+$/.test(piece) &&
  /(?:^|\n)\s*(?:from|import) $/.test(text.slice(Math.max(0, start - 40), start));

/** The path after a variable or wildcard, which still identifies the file. */
function restEntity(piece: string): Entity | null {
  const entity = piece.startsWith("/") ? classifyWord(piece.slice(1)) : null;
  return entity?.kind === "path" && /\.\w+$/.test(entity.key) ? entity : null;
}

/** The words of a run: one for `file.ts:12:3` (without line and column), two for `key:value`, none for a time. */
const piecesOf = (word: string, index: number): Iterable<readonly [number, string]> =>
  word.length < 500 && !TIME.test(word) ? splitWord(HOST.test(word) ? word : word.replace(PLACES, ""), index) : [];

/**
 * A search pattern for a dotted name or a file, such as `theme\.loadDark` and `user\.ts`, but not for a Windows folder.
 */
const PATTERN = /^(?:[^\\]|\\{1,2}\.(?=\w))+$/;

function* splitWord(written: string, index: number): Generator<readonly [number, string]> {
  const isEscaped = written.includes("\\");
  const word = isEscaped && PATTERN.test(written) ? written.replace(/\\{1,2}\./g, ".") : written;
  const isPath = isEscaped && /^(?:[A-Za-z]:\\|\.{1,2}\\|[A-Za-z_]\w)/.test(word) && /\\{1,2}[\w.-]{2}/.test(word);
  let at = 0;
  for (const piece of word.split(isPath ? SEPARATORS : ESCAPES)) {
    at = word.indexOf(piece, at);
    yield [index + at, piece];
    at += piece.length;
  }
}

function quotedPaths(text: string): string[] {
  return /[^\0-\x7f]/.test(text) ? [...text.matchAll(QUOTED_PATH)].map(({ 2: path = "" }) => path) : [];
}

function urlEntity(url: string): Entity | null {
  const whole = url.replace(/[#$].*$/, "");
  const bare = (whole.includes("(") ? whole : whole.replace(/\).*$/, "")).replace(/[)\].,;:!?*_]+$/, "");
  const match = /^([a-z0-9+]+:\/\/)([^/?#]+)(.*)$/.exec(bare);
  if (!match || !/^[\w@.:-]*\w$/.test(match[2] ?? "") || (match[3] === "" && url.includes("$"))) return null;
  return entityOf("url", `${match[2]?.toLowerCase()}${match[3]?.replace(/\/$/, "")}`, url);
}

/** Escapes that cannot be part of a path: a line break before another one or before punctuation, and escaped quotes. */
const IS_ESCAPED = /\\n(?:\\|[^a-z]|$)|(?<![\w\\])\\n|\\"|\\t\\t/;

/**
 * A path with a drive, a backslash between two names, or an escape. The repetitions are disjoint, so it is linear for
 * any text.
 */
const BACKSLASHES =
  /(?<![A-Za-z])([A-Za-z]:(?:\\{1,2}[^\s"'`<>|*?\\]+)+)|(?<=\w)(\\\\)(?=[A-Za-z_]\w\w)|\\{1,4}(?:([nrt])|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|(["'/]))/g;

/** What log publishers write in place of a removed text. Nobody in the session wrote it, so it contains no facts. */
const PLACEHOLDER = /\[REDACTED[^\]\n]{0,120}\]/g;

const withoutPlaceholders = (text: string): string =>
  text.includes("[REDACTED") ? text.replace(PLACEHOLDER, " ") : text;

/**
 * Resolves the escapes of JSON and source code. Otherwise `\n` would join two words and look like a Windows folder. A
 * text without unambiguous escapes stays unchanged, because its backslashes belong to paths and namespaces.
 */
function unescapeText(text: string): string {
  if (!text.includes("\\") || !IS_ESCAPED.test(text)) return text;
  return text.replace(
    BACKSLASHES,
    (whole: string, drive?: string, separator?: string, space?: string, sign?: string) => {
      if (drive !== undefined) return whole;
      if (separator !== undefined) return "\\";
      if (space !== undefined) return space === "t" ? "\t" : "\n";
      return sign ?? " ";
    },
  );
}
