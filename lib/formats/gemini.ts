import type { Codec } from "./codec";
import { contentList, decodeGemini } from "./gemini/decode";
import { isContent } from "./gemini/decode-parts";
import { encodeGemini } from "./gemini/encode";
import { validateGemini } from "./gemini/validate";

/** Bodies of Gemini's `generateContent`, or a bare list of their contents. */
export const gemini: Codec = {
  id: "gemini",
  title: "Gemini generateContent",
  detect(body) {
    const list = contentList(body);
    return list !== null && list.length > 0 && list.every(isContent);
  },
  decode: decodeGemini,
  encode: encodeGemini,
  validate: validateGemini,
};
