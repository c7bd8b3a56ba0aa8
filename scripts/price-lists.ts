/** The lists of @pydantic/genai-prices that the tables in lib/models/data take prices from. */
export const PRICE_LISTS = [
  "anthropic",
  "openai",
  "google",
  "deepseek",
  "openrouter",
  "moonshotai",
  "x-ai",
  "mistral",
  "aws",
  "cohere",
] as const;
