/** Name of the highlight. The browser paints its ranges (CSS Custom Highlight API), so no element has to be changed. */
const NAME = "winnow-find";

/** Highlights every occurrence inside `root`; null removes the highlights. Browsers without the API show none. */
export function highlightAll(root: HTMLElement | null, query: string): void {
  if (typeof Highlight === "undefined" || !CSS.highlights) return;
  if (!root) {
    CSS.highlights.delete(NAME);
    return;
  }
  CSS.highlights.set(NAME, new Highlight(...rangesOf(root, query.trim().toLowerCase())));
}

function rangesOf(root: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? "";
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}
