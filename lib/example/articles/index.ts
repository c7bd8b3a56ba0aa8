import type { ArticleExample } from "./article-example";
import { kiloCut, kiloOrphan, kiloWhole } from "./kilo";
import { budget, manusFile, masking, putAside, recitation } from "./notes";
import { anchored, compactWithWishes, goodSummary, poorSummary, redisLogin } from "./redis";
import { claudeFold, continuePrune, overflow, rooWindow } from "./three-tools";

/** Every example of the articles, in the order of the menu. */
export const ARTICLE_EXAMPLES: readonly ArticleExample[] = [
  rooWindow,
  continuePrune,
  claudeFold,
  compactWithWishes,
  overflow,
  redisLogin,
  goodSummary,
  poorSummary,
  anchored,
  manusFile,
  recitation,
  putAside,
  budget,
  kiloWhole,
  kiloOrphan,
  kiloCut,
  masking,
];

export const findExample = (id: string): ArticleExample | null =>
  ARTICLE_EXAMPLES.find((example) => example.id === id) ?? null;

/** The example as the body of an OpenAI chat request with its answer at the end. Same example, same bytes. */
export const exampleFile = ({ id, model, messages }: ArticleExample): string =>
  JSON.stringify({ ...(model !== undefined && { model }), messages: messages(), metadata: { example: id } });
