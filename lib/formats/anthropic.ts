import { decodeAnthropic } from "./anthropic/decode";
import { encodeAnthropic } from "./anthropic/encode";
import { validateAnthropic } from "./anthropic/validate";
import { chatFormats } from "./chat-formats";
import type { Codec } from "./codec";

/** Request bodies of Anthropic's Messages API, or a bare list of their messages. */
export const anthropic: Codec = {
  id: "anthropic",
  title: "Anthropic Messages",
  detect: (body) => chatFormats(body)?.has("anthropic") === true,
  decode: decodeAnthropic,
  encode: encodeAnthropic,
  validate: validateAnthropic,
};
