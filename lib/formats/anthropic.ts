import { decodeAnthropic } from "./anthropic/decode";
import { encodeAnthropic } from "./anthropic/encode";
import { validateAnthropic } from "./anthropic/validate";
import { traitsOf } from "./body-traits";
import type { Codec } from "./codec";

/** Anthropic Messages API request bodies, or a bare list of their messages. */
export const anthropic: Codec = {
  id: "anthropic",
  title: "Anthropic Messages",
  detect(body) {
    const traits = traitsOf(body);
    if (traits === null || traits.has("openai") || traits.has("ai-sdk")) return false;
    return traits.has("anthropic") || !traits.has("system-role");
  },
  decode: decodeAnthropic,
  encode: encodeAnthropic,
  validate: validateAnthropic,
};
