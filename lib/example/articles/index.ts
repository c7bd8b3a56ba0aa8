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

/** A model with a known price and window, for examples whose article does not mention a model. */
const USUAL_MODEL = "gpt-5";

/** The example as an OpenAI chat request body that ends with the answer. The same example gives the same bytes. */
export const exampleFile = ({ id, model = USUAL_MODEL, messages, later = () => [] }: ArticleExample): string =>
  JSON.stringify({ model, messages: [...messages(), ...later()], metadata: { example: id } });

/** The request at which the strategies run, counted from 1. Each assistant message answers one request. */
export const exampleRequest = ({ messages }: ArticleExample): number =>
  messages().filter(({ role }) => role === "assistant").length;
