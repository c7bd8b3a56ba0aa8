/** Replaces the texts between the marks `<!-- begin NAME -->` and `<!-- end NAME -->` of a page and keeps everything else. */
export function fillBlocks(page: string, blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks).reduce((text, [name, block]) => {
    const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
    const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
    if (start < 0 || stop < start) throw new Error(`the page has no block ${name}`);
    return `${text.slice(0, start + begin.length)}\n\n${block}\n\n${text.slice(stop)}`;
  }, page);
}
