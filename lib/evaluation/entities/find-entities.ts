import { classifyWord } from "./classify-word";
import { type Entity, entityOf } from "./entity";
import { ERROR_CUE, findErrors } from "./find-errors";

/** A URL, or a run of characters that names are made of. One pass, no nested repetition: linear on any text. */
const RUN = /(https?:\/\/[^\s"'`<>\\）】」]{1,2000})|([A-Za-z0-9_$@~./\\][A-Za-z0-9_$@~./\\:+%#>-]*)/g;
/** Code points behind which a name is cut although they may stand inside one. */
const SEPARATORS = /::?(?=\d)|(?<!:):(?!:|\\)/;

/** Every entity of a text, by key, in order of first appearance. */
export function findEntities(text: string, roots: readonly string[] = []): Map<string, Entity> {
  const found = new Map<string, Entity>();
  const add = (entity: Entity | null) => {
    if (entity && !found.has(entity.key)) found.set(entity.key, entity);
  };
  for (const [, url, word = ""] of text.matchAll(RUN))
    if (url) add(urlEntity(url));
    else for (const piece of piecesOf(word)) add(classifyWord(piece, roots));
  if (ERROR_CUE.test(text) || /\bE[A-Z]{4}|TS\d{4}|exit|HTTP|status/i.test(text))
    for (const error of findErrors(text)) add(error);
  return found;
}

/** `file.ts:12:3` stays whole (its place is cut later), `key:value` is two words. */
const piecesOf = (word: string): readonly string[] =>
  word.includes(":") && word.length < 500
    ? [word.replace(/(?::\d+)+$/, "")].flatMap((rest) => rest.split(SEPARATORS))
    : [word];

function urlEntity(url: string): Entity | null {
  const bare = url.replace(/[)\].,;:!?*_]+$/, "").replace(/#.*$/, "");
  const match = /^(https?:\/\/)([^/?#]+)(.*)$/.exec(bare);
  if (!match) return null;
  return entityOf("url", `${match[2]?.toLowerCase()}${match[3]?.replace(/\/$/, "")}`, url);
}
