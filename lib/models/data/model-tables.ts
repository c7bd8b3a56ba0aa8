import { AMAZON } from "./amazon";
import { ANTHROPIC } from "./anthropic";
import { COHERE } from "./cohere";
import { DEEPSEEK } from "./deepseek";
import { GOOGLE } from "./google";
import { META } from "./meta";
import { MINIMAX } from "./minimax";
import { MISTRAL } from "./mistral";
import type { ModelTable } from "./model-row";
import { MOONSHOT } from "./moonshot";
import { OPENAI } from "./openai";
import { QWEN } from "./qwen";
import { XAI } from "./xai";
import { ZHIPU } from "./zhipu";

/** Every provider's rows, in the order in which they are listed. */
export const MODEL_TABLES: readonly ModelTable[] = [
  ANTHROPIC,
  OPENAI,
  GOOGLE,
  DEEPSEEK,
  QWEN,
  ZHIPU,
  MOONSHOT,
  XAI,
  MISTRAL,
  META,
  MINIMAX,
  AMAZON,
  COHERE,
];
