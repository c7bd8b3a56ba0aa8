import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { splitSentences, wordsOf } from "@/lib/strategies/summaries/sentences";

/** The same rules as patterns over the entire text: slower, but easy to read. */
function splitByPattern(text: string): string[] {
  return text
    .replace(/```[^`]*(?:```|$)/g, "\n")
    .split(/(?<=(?<!(?:^|\s)\d{1,2}(?=\.))[.!?]["')\]]?)\s+|(?<=[。！？；])|\n+/)
    .map((sentence) => sentence.replace(/^[\s#>*•-]+/, "").trim())
    .filter((sentence) => sentence.length >= 6 && sentence.length <= 280)
    .filter((sentence) => sentence.length >= 12 || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.test(sentence))
    .filter((sentence) => (sentence.match(/[^\p{L}\p{M}\s]/gu)?.length ?? 0) < sentence.length * 0.2);
}

const piece = fc.constantFrom(
  ...'the cache prefix|stays|warm|连接池已经过期|決めました|ภาษาไทย|की समस्या|é|Ĳ|𠀀𠀁|🎉|. |.|! |?\n|。|；|.) |." |\n\n|\n- |# |> | |\u00a0|(|]|*|•|```|`|x = {a: 1}| 2. |3.'.split(
    "|",
  ),
);

describe("sentences in one pass", () => {
  test.prop([fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""))], { numRuns: 500 })(
    "match those of the patterns, in any script",
    (text) => {
      expect(splitSentences(text)).toEqual(splitByPattern(text));
    },
  );

  test("words have at least three characters, in any case; scripts without spaces give pairs", () => {
    expect(wordsOf("The CACHE of it")).toEqual(wordsOf("the, cache"));
    expect(wordsOf("连接池")).toEqual([...wordsOf("连接"), ...wordsOf("接池")]);
    expect(wordsOf("pool连接cache pool")).toEqual([...wordsOf("pool"), ...wordsOf("连接"), ...wordsOf("cache")]);
    expect(wordsOf("समस्या")).toHaveLength(1);
    expect(wordsOf("𠀀𠀁")).toHaveLength(1);
    expect(wordsOf("of it 🎉 …")).toEqual([]);
  });
});
