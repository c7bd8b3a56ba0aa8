import { type CalledAction, calledFiles } from "../../tools/call-facts";
import { findTool, xmlToolNames } from "../../tools/find-tool";
import { joinPath, shellFiles } from "../../tools/shell-files";

/** Tools that Cline, Roo Code and Kilo Code call in the text of an answer, as XML (their system prompts, 2024 and 2025). */
const CALL = new RegExp(`<(${[...xmlToolNames()].join("|")})>`, "g");
/** These elements hold the text that a call writes; a path in them is content, not a file that the call touches. */
const CONTENT = /<(?:content|diff|new_string|replace)>/;
const PATH = /<path>([^<\n]{1,400})<\/path>/g;
const COMMAND = /<command>([^<]{1,4000})<\/command>/;
const FOLDER = /<cwd>([^<\n]{1,400})<\/cwd>/;

/** What the calls in a text do to files. Linear, because the missing end of an element is searched only once. */
export function textOperations(text: string): CalledAction[] {
  if (!text.includes("</")) return [];
  const unclosed = new Set<string>();
  return [...text.matchAll(CALL)].flatMap(({ 1: name = "", index }) => {
    if (unclosed.has(name)) return [];
    const end = text.indexOf(`</${name}>`, index);
    if (end >= 0) return callOperations(name, text.slice(index, end));
    unclosed.add(name);
    return [];
  });
}

function callOperations(toolName: string, body: string): CalledAction[] {
  const head = body.slice(0, CONTENT.exec(body)?.index);
  if (findTool(toolName)?.operation === "run") {
    const folder = FOLDER.exec(head)?.[1] ?? "";
    const line = unescapeXml(COMMAND.exec(head)?.[1] ?? "");
    return shellFiles(line).map(({ path, operation }) => ({
      path: joinPath(folder, path),
      operation,
      basis: "listed",
    }));
  }
  const paths = [...head.matchAll(PATH)].map(([, path = ""]) => path.trim());
  return calledFiles({ toolName, input: { paths } });
}

const unescapeXml = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
