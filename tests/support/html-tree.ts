/** An element of rendered HTML, or a text. */
export type HtmlNode = { readonly tag: string; readonly attributes: string; readonly children: (HtmlNode | string)[] };

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** Parses HTML rendered by React: well-formed, without scripts. */
export function parseHtml(html: string): HtmlNode {
  const root: HtmlNode = { tag: "", attributes: "", children: [] };
  const open = [root];
  for (const [, close, tag = "", attributes = "", text] of html.matchAll(
    /<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>|([^<]+)|<!--[\s\S]*?-->/g,
  )) {
    const parent = open.at(-1) as HtmlNode;
    if (text !== undefined) parent.children.push(text.replaceAll(/&([#\w]+);/g, (all, name) => NAMED[name] ?? all));
    else if (tag !== "" && close === "/") open.pop();
    else if (tag !== "") {
      const node: HtmlNode = { tag, attributes, children: [] };
      parent.children.push(node);
      if (!VOID.has(tag) && !attributes.endsWith("/")) open.push(node);
    }
  }
  return root;
}

/** The visible text, with white space collapsed. */
export const textOf = (node: HtmlNode | string | undefined): string =>
  (typeof node === "string" ? node : (node?.children ?? []).map(rawText).join(""))
    .replaceAll(/[\s\u2009\u202f]+/g, " ")
    .trim();

const rawText = (node: HtmlNode | string): string =>
  typeof node === "string" ? node : `${node.children.map(rawText).join("")} `;

/** Elements below a node, outer ones first. */
export function elements(node: HtmlNode, fits: (node: HtmlNode) => boolean): HtmlNode[] {
  return node.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return fits(child) ? [child, ...elements(child, fits)] : elements(child, fits);
  });
}

export const byTag = (node: HtmlNode, tag: string): HtmlNode[] => elements(node, (found) => found.tag === tag);
export const byLabel = (node: HtmlNode, label: string): HtmlNode | undefined =>
  elements(node, ({ attributes }) => attributes.includes(`aria-label="${label}"`))[0];
export const byClass = (node: HtmlNode, name: string): HtmlNode[] =>
  elements(node, ({ attributes }) => new RegExp(`class="(?:[^"]* )?${name}[ "]`).test(attributes));
