import { type Part, partText } from "../../conversation/part";
import { stringsOf } from "./part-entities";
import { ROOTS } from "./standard-names";

/** Publishers of third-party packages. */
const PUBLISHERS =
  /^@(?:nestjs|tanstack|radix-ui|testing-library|angular|aws-sdk|prisma|ai-sdk|modelcontextprotocol|web3auth|reduxjs|mui|types|anthropic-ai|google|openai)\//;
/** `import { useAccount } from "wagmi"` and `import * as jose from 'jose'`. */
const JAVASCRIPT = /\bimport\s+(?:type\s+)?([\w$*{}\s,]{1,400}?)\sfrom\s+\\?["']([^"'\\\s]{1,100})\\?["']/g;
/** `from django.urls import clear_url_caches` */
const PYTHON = /\bfrom\s+([a-z_]\w*)(?:\.\w+)*\s+import\s+\(?([\w\s,]{1,400})/g;

/**
 * Names that a text imports from third-party packages, whose contents a model knows. Relative paths, project aliases
 * and packages that may be the project's own do not count.
 */
export function importedNames(part: Part): ReadonlySet<string> {
  const names = new Set<string>();
  if (part.type !== "text" && part.type !== "tool-call" && part.type !== "tool-result") return names;
  const text =
    part.type === "tool-call" ? [...stringsOf(part.input, "")].map(([, value]) => value).join("\n") : partText(part);
  if (!text.includes("import")) return names;
  const add = (list: string) => {
    for (const name of list.match(/[A-Za-z_$][\w$]*/g) ?? []) if (name !== "as" && name !== "type") names.add(name);
  };
  for (const { 1: list = "", 2: from = "" } of text.matchAll(JAVASCRIPT)) if (isOfOthers(from)) add(list);
  for (const { 1: root = "", 2: list = "" } of text.matchAll(PYTHON))
    if (ROOTS.has(root)) add(list.split("\n")[0] ?? "");
  return names;
}

const isOfOthers = (from: string): boolean => PUBLISHERS.test(from) || /^(?:(?:node|bun):)?[a-z][\w.-]*$/.test(from);
