import { decodeModelMessages } from "./ai-sdk/decode-model-messages";
import { decodeUiMessages } from "./ai-sdk/decode-ui-messages";
import { encodeModelMessages } from "./ai-sdk/encode-model-messages";
import { encodeUiMessages } from "./ai-sdk/encode-ui-messages";
import { validateAiSdk } from "./ai-sdk/validate";
import { chatFormats } from "./chat-formats";
import { type Codec, invalidBody } from "./codec";
import { asObject } from "./json-fields";
import { messageList } from "./wire-context";

/** The Vercel AI SDK's two shapes: `UIMessage[]` (messages with `parts`) and `ModelMessage[]` (with `content`). */
export const aiSdk: Codec = {
  id: "ai-sdk",
  title: "Vercel AI SDK",
  detect: (body) => chatFormats(body)?.has("ai-sdk") === true,
  decode(body) {
    const list = messageList(body);
    if (!list) return invalidBody("The body has no list of messages.", "$.messages");
    return isUi(list) ? decodeUiMessages(body, list) : decodeModelMessages(body, list);
  },
  encode(conversation, wire) {
    const own = wire?.format === "ai-sdk" ? wire : undefined;
    const list = own && messageList(own.body);
    return own && list && isUi(list) ? encodeUiMessages(conversation, own) : encodeModelMessages(conversation, own);
  },
  validate: validateAiSdk,
};

const isUi = (list: readonly unknown[]) => list.some((message) => Array.isArray(asObject(message)?.parts));
