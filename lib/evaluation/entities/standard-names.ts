import { findTool } from "../../tools/find-tool";
import { FRAMEWORK_NAMES, PRODUCT_NAMES } from "./data/names-frameworks";
import { JAVASCRIPT_NAMES } from "./data/names-javascript";
import { DJANGO_NAMES, GO_NAMES, PYTHON_LIBRARY_NAMES, RUST_NAMES, WEB_NAMES } from "./data/names-libraries";
import {
  GENERIC_WORDS,
  GO_PACKAGES,
  LIBRARY_ROOTS,
  OTHER_NAMES,
  SENTENCE_STARTS,
  STANDARD_MEMBERS,
  TOOL_WORDS,
  USUAL_NAMES,
} from "./data/names-other";
import { PYTHON_NAMES } from "./data/names-python";
import { SYSTEM_ERRORS } from "./error-names";

const wordsOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").trim().split(/\s+/));

const STANDARD = wordsOf(
  ...[JAVASCRIPT_NAMES, WEB_NAMES, PYTHON_NAMES, PYTHON_LIBRARY_NAMES, DJANGO_NAMES, GO_NAMES, RUST_NAMES],
  ...[OTHER_NAMES, FRAMEWORK_NAMES, TOOL_WORDS, USUAL_NAMES],
);
/** In lower case. */
export const PRODUCTS = wordsOf(PRODUCT_NAMES);
/** Prefixes of a library's dotted names. */
export const ROOTS = wordsOf(LIBRARY_ROOTS);
const PACKAGES = wordsOf(GO_PACKAGES);
const MEMBERS = wordsOf(STANDARD_MEMBERS);
const STARTS = wordsOf(SENTENCE_STARTS);
const GENERIC = wordsOf(GENERIC_WORDS);
/** The object's own members belong to the project, whatever their names: `this.items`. */
const ITSELF = wordsOf("this self cls super $this");
const JOINT = /\.|::|->|\\{1,2}/;
/** Methods that the language itself calls: `__init__`, `__construct`. */
const MAGIC = /^__[a-zA-Z]+(?:__)?$/;
/** Environment variables that a tool documents: `GIT_SEQUENCE_EDITOR`. */
const VARIABLE = /^(?:CARGO|CONDA|DYLD|GIT|LC|LD|RUST|SSH|TERM|WT|XDG)_[A-Z_]+$/;
/** `self.logger.debug` */
const LOG_CALL =
  /(?:^|[.>])(?:log|logger|logging)(?:\.|->)(?:trace|debug|info|warn|warning|error|exception|critical|fatal)$/;
const LAST_JOINT = /(?:\.|::|->|\\{1,2})[\w$]+$/;

/**
 * The project-specific part of a name; null for names that a model knows, such as `Math.max`, `std::fs` and
 * `querySelector`. Removes members of standard types (`countdownEl.textContent` becomes `countdownEl`) and the first
 * word of a sentence that follows without a space (`parseBody.The`).
 */
export function ownName(name: string): string | null {
  const segments = name.split(JOINT);
  const [root = "", second = ""] = segments;
  // The names of a client's tools are in each of its prompts.
  if (segments.length === 1) return isStandard(name) || findTool(name) !== null ? null : name;
  if (LOG_CALL.test(name)) return null;
  if (segments.every((word) => GENERIC.has(word) || ITSELF.has(word))) return null;
  if (ROOTS.has(root) || (PACKAGES.has(root) && /^[A-Z]/.test(second))) return null;
  const last = segments.at(-1) as string;
  if (!isStandard(last) && (ITSELF.has(root) || !(MEMBERS.has(last) || isNextSentence(name, last)))) return name;
  return ownName(name.replace(LAST_JOINT, ""));
}

/** A handler property with one word after `on`: `onDelete`. */
const HANDLER = /^on[A-Z][a-z]+$/;

const isStandard = (word: string): boolean =>
  STANDARD.has(word) || HANDLER.test(word) || SYSTEM_ERRORS.has(word) || MAGIC.test(word) || VARIABLE.test(word);

const isNextSentence = (name: string, last: string): boolean => STARTS.has(last) && name.endsWith(`.${last}`);
