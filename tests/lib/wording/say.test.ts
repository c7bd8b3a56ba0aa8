import { expect, test } from "vitest";
import { unsupportedCompression } from "@/lib/importers/containers/archive-fault";
import { binaryFailure, EMPTY_FILE, textFailure, unknownShape } from "@/lib/importers/describe-file";
import { CANCELLED, tooLarge } from "@/lib/importers/import-failure";
import { languageOf } from "@/lib/wording/language";
import { english, sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";

const chinese = sayIn("zh", chineseOf(["common", "settings"]));

test("an English sentence is its own key, and is replaced by its Chinese if the page has it", () => {
  expect(english("Language")).toBe("Language");
  expect(chinese("Language")).toBe("语言");
  expect(sayIn("zh")("Language")).toBe("Language");
});

test("plurals and arguments follow the rules of the language", () => {
  const count = 1105;
  expect(english("{count, plural, one {# transcript} other {# transcripts}}", { count: 1 })).toBe("1 transcript");
  expect(english("{count, plural, one {# transcript} other {# transcripts}}", { count })).toBe("1,105 transcripts");
  expect(chinese("{count, plural, one {# transcript} other {# transcripts}}", { count })).toBe("1,105 份对话记录");
});

test("a sentence without Chinese appears in English, with English plurals", () => {
  expect(chinese("Nobody has put this into Chinese")).toBe("Nobody has put this into Chinese");
  expect(chinese("{count, plural, one {# zebra} other {# zebras}}", { count: 1 })).toBe("1 zebra");
});

test("parts keep values of any kind, in the order of the language", () => {
  const link = { href: "/" };
  expect(
    english.parts("Winnow has no page at {code}. The nearest one is {name}.", { code: link, name: "Tokens" }),
  ).toEqual(["Winnow has no page at ", link, ". The nearest one is Tokens."]);
});

test("an unknown text is returned unchanged", () => {
  expect(chinese.known("Language")).toBe("语言");
  expect(chinese.known("constructor")).toBe("constructor");
});

test("the language is the chosen one, otherwise the first available one that the browser prefers", () => {
  expect(languageOf("en", "zh-CN")).toBe("en");
  expect(languageOf("zh", null)).toBe("zh");
  expect(languageOf("system", "zh-CN,zh;q=0.9,en;q=0.8")).toBe("zh");
  expect(languageOf("system", "de, en;q=0.5, zh;q=0.7")).toBe("zh");
  expect(languageOf("system", "zh;q=0, fr")).toBe("en");
  expect(languageOf("system", ";;q=x,")).toBe("en");
  expect(languageOf("system", null)).toBe("en");
});

test("a text with values is recognised by its sentence, and its values are translated too", () => {
  expect(chinese.known("1,105 transcripts")).toBe("1,105 份对话记录");
  expect(chinese.known("1 transcript")).toBe("1 份对话记录");
  expect(chinese.known("Not saved: The server did not respond. Check that Winnow is running, then try again.")).toBe(
    "未保存：服务器没有响应。请检查 Winnow 是否仍在运行，然后重试。",
  );
  expect(english.known("1,105 transcripts")).toBe("1,105 transcripts");
});

test("a person's text is not mistaken for a sentence that has few words besides its values", () => {
  expect(chinese.known("flip of coin")).toBe("flip of coin");
  expect(chinese.known("3 of 7")).toBe("3 / 7");
});

test("a value at the start of a sentence does not match the beginning of another sentence", () => {
  const evidence = sayIn("zh", chineseOf(["common", "results", "session", "timeline", "cache"]));
  const fact =
    "Request 136: The two requests started 1 h 14 m apart; cache entries live 1 h (from the lifetimes of the cache writes in the log).";
  expect(evidence.known(fact)).toMatch(/^请求 136：两次请求的开始相隔 1 小时 14 分/);
  expect(evidence.known("1 h 14 m pause")).toBe("停顿 1 小时 14 分");
  expect(evidence.known("repeats #50")).toBe("重复 #50 的内容"); // only a few letters and a request's number
  expect(evidence.known("1 h 14 m pause, entries live 1 h")).toBe("停顿 1 小时 14 分，条目保留 1 小时");
});

test("the reason for refusing a file is in Chinese on the pages that show it", () => {
  const onPage = sayIn("zh", chineseOf(["common", "library", "timeline"]));
  const bytes = (text: string) => new TextEncoder().encode(text);
  const failures = [
    textFailure(bytes("just words")),
    textFailure(bytes("<!doctype html><html>")),
    textFailure(bytes("[1, 2")),
    binaryFailure(new Uint8Array([0x89, 0x50, 0x4e, 0x47])),
    binaryFailure(new Uint8Array([0x1f, 0x8b, 0, 0])),
    unknownShape([1, 2]),
    unknownShape({ rows: [] }),
    unsupportedCompression("a bzip2 archive"),
    tooLarge("100 bytes; the limit is 10"),
    EMPTY_FILE,
    CANCELLED,
  ];
  const said = failures.map((failure) => onPage.known(failure?.message ?? ""));
  for (const text of said) expect(text).toMatch(/^[\u4e00-\u9fff].*。$/);
  expect(said[0]).toMatch(/^这不是 Winnow 认识的对话记录：看起来是普通文本。可以导入/);
  expect(said[3]).toBe("这是PNG 图片，不是对话记录。请选择对话记录文件（通常是 .jsonl 或 .json）。");
});

test("a sentence inside another one is not mistaken for a shorter sentence", () => {
  const evidence = sayIn("zh", chineseOf(["common", "session", "results", "cache"]));
  expect(evidence.known("Request 111: The model changed from a to b; each model has its own cache.")).toBe(
    "请求 111：模型从 a 变为 b；缓存按模型分别保存。",
  );
});
