import { chatFormats } from "./chat-formats";
import type { Codec } from "./codec";
import { decodeOpenAiChat } from "./openai-chat/decode";
import { encodeOpenAiChat } from "./openai-chat/encode";
import { validateOpenAiChat } from "./openai-chat/validate";

/** Request bodies of OpenAI's Chat Completions and of the many APIs like it, or a bare list of their messages. */
export const openaiChat: Codec = {
  id: "openai-chat",
  title: "OpenAI Chat Completions",
  detect: (body) => chatFormats(body)?.has("openai-chat") === true,
  decode: decodeOpenAiChat,
  encode: encodeOpenAiChat,
  validate: validateOpenAiChat,
};
