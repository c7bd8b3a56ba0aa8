import { advice } from "./advice";
import { advised } from "./advised";
import { allSessions } from "./all-sessions";
import { answer } from "./answer";
import { apiDocs } from "./api-docs";
import { arms } from "./arms";
import { cache } from "./cache";
import { causes } from "./causes";
import { comments } from "./comments";
import { common } from "./common";
import { compare } from "./compare";
import { composition } from "./composition";
import { corpus } from "./corpus";
import { deletion } from "./deletion";
import { evidence } from "./evidence";
import { exports } from "./exports";
import { formats } from "./formats";
import { judge } from "./judge";
import { library } from "./library";
import { live } from "./live";
import { measures } from "./measures";
import { models } from "./models";
import { ownWindow } from "./own-window";
import { pages } from "./pages";
import { people } from "./people";
import { receipt } from "./receipt";
import { record } from "./record";
import { reference } from "./reference";
import { replay } from "./replay";
import { results } from "./results";
import { runs } from "./runs";
import { session } from "./session";
import { settings } from "./settings";
import { share } from "./share";
import { spend } from "./spend";
import { strategies } from "./strategies";
import { timeline } from "./timeline";
import { tokens } from "./tokens";
import { transcript } from "./transcript";

/**
 * The Chinese for every sentence, by area of the interface. `common` is sent with every page; only the server uses
 * `pages`.
 */
const AREAS = {
  advice,
  allSessions,
  apiDocs,
  advised,
  answer,
  arms,
  cache,
  causes,
  comments,
  common,
  compare,
  composition,
  corpus,
  deletion,
  evidence,
  exports,
  formats,
  judge,
  library,
  live,
  measures,
  models,
  ownWindow,
  pages,
  people,
  receipt,
  record,
  reference,
  replay,
  results,
  runs,
  session,
  settings,
  share,
  spend,
  strategies,
  timeline,
  tokens,
  transcript,
} as const;

export type Area = keyof typeof AREAS;

export const CHINESE_AREAS = Object.keys(AREAS) as Area[];

/** The words of some areas together. */
export const chineseOf = (areas: readonly Area[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...areas.map((area) => AREAS[area]));
