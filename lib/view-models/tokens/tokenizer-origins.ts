import type { TokenizerId } from "../../tokenizers/tokenizer";
import { sentence } from "../../wording/say";

/** How a tokenizer's counts are obtained, in plain words, and where it is documented. */
export type TokenizerOrigin = {
  readonly text: string;
  readonly links: readonly { readonly name: string; readonly address: string }[];
};

const VOCABULARY = sentence("the published vocabulary");
const TIKTOKEN = {
  name: "openai/tiktoken",
  address: "https://github.com/openai/tiktoken/blob/main/tiktoken_ext/openai_public.py",
};
const INGEST = { name: "sammcj/ingest #65", address: "https://github.com/sammcj/ingest/pull/65" };
const COUNTING = {
  name: "platform.claude.com",
  address: "https://platform.claude.com/docs/en/build-with-claude/token-counting",
};
const PYTHON_GENAI = { name: "google-genai", address: "https://github.com/googleapis/python-genai" };

const onHub = (repository: string) => ({ name: repository, address: `https://huggingface.co/${repository}` });
const published = (repository: string): TokenizerOrigin => ({ text: VOCABULARY, links: [onHub(repository)] });

/** The same facts as the sources in `lib/tokenizers`, which are longer and meant for the API. */
const ORIGINS: Readonly<Record<TokenizerId, TokenizerOrigin>> = {
  o200k: { text: VOCABULARY, links: [TIKTOKEN] },
  cl100k: { text: VOCABULARY, links: [TIKTOKEN] },
  deepseek: published("deepseek-ai/DeepSeek-V3"),
  qwen: published("Qwen/Qwen3-8B"),
  llama: published("meta-llama/Meta-Llama-3-8B"),
  mistral: published("mistralai/Mistral-Nemo-Base-2407"),
  gemini: {
    text: sentence("the published vocabulary of Gemma 3, which Google also uses to count tokens for Gemini"),
    links: [onHub("google/gemma-3-4b-it"), PYTHON_GENAI],
  },
  claude: {
    text: sentence("Latin script: fitted to five logged sessions; other scripts: from small samples"),
    links: [INGEST],
  },
  "claude-4.7": {
    text: sentence(
      "Latin script: another project's estimate; other scripts: the estimate for older Claude models × 1.30, the increase that Anthropic states",
    ),
    links: [INGEST, COUNTING],
  },
  generic: {
    text: sentence("assumed to count like o200k; vocabularies of this size differ by a few per cent on code and prose"),
    links: [],
  },
};

export const originOf = (id: string): TokenizerOrigin | null =>
  Object.hasOwn(ORIGINS, id) ? ORIGINS[id as TokenizerId] : null;
