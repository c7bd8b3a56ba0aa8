import { expect, test, vi } from "vitest";
import { highlightAll } from "@/components/session/find";

test("marks every search hit from its first to its last letter", () => {
  const marked: number[][] = [];
  const texts = ["Cache, cached", "no match", "the cache", "İ cache"];
  vi.stubGlobal(
    "Range",
    class {
      setStart(_: object, at: number) {
        marked.push([at]);
      }
      setEnd(_: object, at: number) {
        marked.at(-1)?.push(at);
      }
    },
  );
  vi.stubGlobal("NodeFilter", { SHOW_TEXT: 4 });
  vi.stubGlobal("Highlight", class {});
  vi.stubGlobal("CSS", { highlights: new Map() });
  const nodes = texts.map((textContent) => ({ textContent }));
  vi.stubGlobal("document", { createTreeWalker: () => ({ nextNode: () => nodes.shift() ?? null }) });

  highlightAll({} as HTMLElement, " cache ");
  expect(marked).toEqual([
    [0, 5],
    [7, 12],
    [4, 9],
    // The lower case of “İ” has two characters.
    [2, 7],
  ]);
  vi.unstubAllGlobals();
});
