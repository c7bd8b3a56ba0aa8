import { expect, test } from "vitest";
import { describeTokenizer, TOKENIZER_IDS } from "@/lib/tokenizers/tokenizer";
import { originOf } from "@/lib/view-models/tokens/tokenizer-origins";

test("an exact count has its vocabulary's source, and every source on the page is one of the API's", () => {
  for (const id of TOKENIZER_IDS) {
    const { basis, source } = describeTokenizer(id);
    const links = originOf(id)?.links ?? [];
    if (basis === "exact") expect(links.length).toBeGreaterThan(0);
    for (const { name } of links) expect(source).toContain(name.replace(/ #\d+$/, ""));
  }
  expect(originOf("unknown")).toBeNull();
});
