import { advice } from "./advice";
import { cache } from "./cache";
import { comments } from "./comments";
import { common } from "./common";
import { compare } from "./compare";
import { composition } from "./composition";
import { library } from "./library";
import { models } from "./models";
import { pages } from "./pages";
import { replay } from "./replay";
import { results } from "./results";
import { session } from "./session";
import { settings } from "./settings";
import { share } from "./share";
import { timeline } from "./timeline";
import { transcript } from "./transcript";

/** The Chinese of every sentence, by the pages that say it; `common` is on all of them, `pages` only the server says. */
const AREAS = {
  advice,
  cache,
  comments,
  common,
  compare,
  composition,
  library,
  models,
  pages,
  replay,
  results,
  session,
  settings,
  share,
  timeline,
  transcript,
} as const;

export type Area = keyof typeof AREAS;
/** An English sentence that has Chinese words. */
export type Sentence = { [Name in Area]: keyof (typeof AREAS)[Name] & string }[Area];

export const CHINESE_AREAS = Object.keys(AREAS) as Area[];

/** The words of some areas together. */
export const chineseOf = (areas: readonly Area[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...areas.map((area) => AREAS[area]));
