import type { ArticleExample } from "./article-example";
import { kiloCut, kiloOrphan, kiloWhole } from "./kilo";
import { budget, manusFile, masking, putAside, recitation } from "./notes";
import { anchored, compactWithWishes, goodAndPoor, redisLogin } from "./redis";
import { claudeFold, continuePrune, overflow, rooWindow } from "./three-tools";

/** Every example of the articles, in menu order. */
export const ARTICLE_EXAMPLES: readonly ArticleExample[] = [
  rooWindow,
  continuePrune,
  claudeFold,
  compactWithWishes,
  overflow,
  redisLogin,
  goodAndPoor,
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
  ARTICLE_EXAMPLES.find((example) => example.id === id || example.formerly?.includes(id)) ?? null;

/** For examples whose article names no model: one with a known price and window. */
const USUAL_MODEL = "gpt-5";

/** The example as an OpenAI chat request body with the answer at its end. Same example, same bytes. */
export const exampleFile = ({ id, model = USUAL_MODEL, messages, later = () => [] }: ArticleExample): string =>
  JSON.stringify({ model, messages: [...messages(), ...later()], metadata: { example: id } });

/** The request at which the strategies run, counted from 1: each assistant message answers one. */
export const exampleRequest = ({ messages }: ArticleExample): number =>
  messages().filter(({ role }) => role === "assistant").length;
