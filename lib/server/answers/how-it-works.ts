import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Language } from "@/lib/wording/language";

/**
 * The text below the chart in docs/context-growth.md and the section on choosing in docs/strategies.md; null if the
 * file is absent.
 */
export type HowItWorks = { readonly growth: string | null; readonly choosing: string | null };

const read = (name: string) => readFile(path.join(process.cwd(), "docs", name), "utf8").catch(() => null);

export async function readHowItWorks(language: Language = "en"): Promise<HowItWorks> {
  if (language === "zh") {
    const text = await read("zh/how-it-works.md");
    return { growth: text && sectionOf(text, "## 计算量"), choosing: text && sectionOf(text, "## 如何选择") };
  }
  const [growth, strategies] = await Promise.all([read("context-growth.md"), read("strategies.md")]);
  return {
    growth: growth?.slice(growth.indexOf("\n- **") + 1) ?? null,
    choosing: strategies && sectionOf(strategies, "## Choosing"),
  };
}

/** The text under a heading, up to the next heading of the same level. */
function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`${heading}\n`) + heading.length;
  const end = text.indexOf("\n## ", start);
  return text.slice(start, end < 0 ? undefined : end).trim();
}
