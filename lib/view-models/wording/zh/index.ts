import { comments } from "./comments";
import { common } from "./common";
import { library } from "./library";
import { settings } from "./settings";
import { share } from "./share";
import { timeline } from "./timeline";

/** The Chinese of every sentence, by the pages that say it; `common` is on all of them. */
const AREAS = { comments, common, library, settings, share, timeline } as const;

export type Area = keyof typeof AREAS;
/** An English sentence that has Chinese words. */
export type Sentence = { [Name in Area]: keyof (typeof AREAS)[Name] & string }[Area];

export const CHINESE_AREAS = Object.keys(AREAS) as Area[];

/** The words of some areas together. */
export const chineseOf = (areas: readonly Area[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...areas.map((area) => AREAS[area]));
