import fs from "node:fs";

const page = () => fs.readFileSync("docs/install.md", "utf8");

/** Replacements for the page's placeholders when its commands are tested. */
const STANDS_FOR: readonly (readonly [RegExp, string])[] = [
  [/\[open\] \[path\]/, "--version"], // what starts the dashboard is tested separately
  [/<(?:session|sessions…|paths…)>/g, "session.jsonl"],
  [/^winnow check session\.jsonl$/, "winnow check session.jsonl --max-peak-fill 0.99"],
  [/^winnow push --to <address>/, "winnow push --help"], // it needs a server elsewhere, and is tested with one
  [/^winnow worker$/, "winnow worker --help"], // it works until stopped, and needs a database
  [/^winnow bench <strategies…>$/, "winnow bench --help"], // it fetches its sessions, and is tested with a folder
  [/^winnow leaderboard <results…>$/, "winnow leaderboard --help"],
  [/^winnow record <client>$/, "winnow record --help"], // its tests have their own clients
  [/^winnow watch \[log\]$/, "winnow watch --help"], // it works until stopped
  [/^winnow statusline$/, "winnow statusline < body.json"],
];

/** The page's commands as a shell runs them: those of the table, then those of code blocks that call `winnow`. */
export function pageCommands(): string[] {
  const table = [...page().matchAll(/^\| `(winnow [^`]*)` \|/gm)].map(([, command = ""]) => command);
  const blocks = [...page().matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const called = blocks.map((line) => line.replace(/\s+#.*$/, "")).filter((line) => line.startsWith("winnow "));
  return [...table, ...called].map((command) =>
    STANDS_FOR.reduce((text, [word, value]) => text.replace(word, value), command),
  );
}

/** What a program on the page expects its reader to have, by the package shown. */
const GIVEN: Readonly<Record<string, string>> = {
  winnow: `import type { ModelMessage } from "ai"; declare const history: ModelMessage[];`,
  "winnow/ai-sdk": `import type { ModelMessage, ToolSet, wrapLanguageModel as wrap } from "ai";
    declare const model: Parameters<typeof wrap>[0]["model"];
    declare const tools: ToolSet;
    declare const messages: ModelMessage[];`,
  "winnow/langchain": `import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
    import type { StructuredTool } from "@langchain/core/tools";
    declare const model: BaseChatModel;
    declare const tools: StructuredTool[];`,
};

const programs = (): string[] => [...page().matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);

/** The page's programs as TypeScript, each with what it expects. OpenCode's plugin is a JavaScript file. */
export function pagePrograms(): { readonly shows: string; readonly code: string }[] {
  return programs().flatMap((block) => {
    const shows = /from "(winnow[^"]*)"/.exec(block)?.[1] ?? "";
    return shows in GIVEN ? [{ shows, code: `${GIVEN[shows]}\n${block}\nexport {};` }] : [];
  });
}

/** Names imported by the page's programs, by package. */
export function pageImports(): { readonly name: string; readonly from: string }[] {
  const imports = programs().flatMap((block) => [...block.matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm)]);
  return imports.flatMap(([, names = "", from = ""]) => names.split(",").map((name) => ({ name: name.trim(), from })));
}
