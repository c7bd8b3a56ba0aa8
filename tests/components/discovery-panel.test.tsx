import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DiscoveryPanel } from "@/components/library/discovery-panel";
import { WordsProvider } from "@/components/words/words-provider";
import { chineseOf } from "@/lib/wording/zh";

test("the server's message about a failure is in the reader's language", () => {
  const page = renderToStaticMarkup(
    <WordsProvider language="zh" words={chineseOf(["common", "library"])}>
      <DiscoveryPanel
        roots={null}
        failure="The server did not respond."
        isLarge={false}
        onImport={() => {}}
        onOpen={async () => {}}
      />
    </WordsProvider>,
  );
  expect(page).toContain("服务器没有响应。");
  expect(page).not.toContain("did not respond");
});
