import { CORE_FILES } from "./core-files";
import { ENTITIES } from "./domain";
import type { Random } from "./random";
import { TEMPLATES, type TemplateName } from "./source-templates";

export const PROJECT_ROOT = "/home/mira/code/parcel-tracking";

export type Match = { readonly path: string; readonly line: number; readonly text: string };

/** The files of the fictional service, kept in memory so that a read after an edit shows the edit. */
export class Project {
  readonly files = new Map<string, string>();

  constructor(random: Random) {
    for (const [path, text] of Object.entries(CORE_FILES)) this.files.set(path, text);
    for (const entity of ENTITIES) {
      for (const name of Object.keys(TEMPLATES) as TemplateName[]) {
        this.files.set(`src/${entity.plural}/${entity.name}-${name}.ts`, TEMPLATES[name](entity, random));
      }
    }
  }

  text(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) throw new Error(`the example has no file ${path}`);
    return text;
  }

  /** Replaces the first occurrence. Returns the number of its first line, from 1, or null if there is none. */
  replace(path: string, before: string, after: string): number | null {
    const text = this.text(path);
    const at = text.indexOf(before);
    if (at < 0) return null;
    this.files.set(path, text.slice(0, at) + after + text.slice(at + before.length));
    return text.slice(0, at).split("\n").length;
  }

  grep(pattern: string, limit: number): Match[] {
    const found: Match[] = [];
    for (const [path, text] of this.files) {
      for (const [index, line] of text.split("\n").entries()) {
        if (!line.includes(pattern)) continue;
        found.push({ path, line: index + 1, text: line });
        if (found.length === limit) return found;
      }
    }
    return found;
  }
}

/** A file as the client's Read tool prints it: line number, arrow, text. */
export function numbered(text: string, start = 1): string {
  return text
    .split("\n")
    .map((line, index) => `${String(start + index).padStart(6)}→${line}`)
    .join("\n");
}
