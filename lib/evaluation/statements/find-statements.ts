import type { Message } from "../../conversation/message";
import { onceFor } from "../../conversation/once-for";
import type { Block, Evidence } from "../evidence";
import { contentWords, sentencesOf } from "./sentences";

export type StatementKind = "instruction" | "decision";

/** A sentence that a compression should keep. */
export type Statement = {
  readonly kind: StatementKind;
  readonly text: string;
  readonly words: ReadonlySet<string>;
  /** Index of its block. */
  readonly block: number;
};

/**
 * Words of instructions: what must, must not or should be done, and how. English, Chinese, Japanese, Vietnamese,
 * German, French, Spanish.
 */
const INSTRUCTION =
  /\b(?:must|never|always|do not|don't|dont|only|prefer|make sure|required?|should|please|use \S+ (?:not|instead)|respond (?:in|with)|format|phải|không được|chỉ|nicht|immer|nur|muss|toujours|jamais|debe|siempre|nunca)\b|必须|不要|不得|不能|只能|只用|禁止|请|务必|始终|ください|必ず|しないで/iu;
/** Words of decisions: the choice and its reason. */
const DECISION =
  /\b(?:decided?|decision|chose|choosing|because|instead of|rather than|(?:will|going to|let's|I'll) use|root cause|the (?:problem|issue|cause) (?:is|was)|turns out|the fix is)\b|决定|选择|因为|原因是|改用|根因|而不是/iu;

/** A message with more statements than this is a document, not a list of instructions. */
const MAX_OF_A_BLOCK = 60;

/** Instructions in user and system messages, and decisions in the model's messages, in order. */
export const findStatements = onceFor(({ blocks }: Evidence): readonly Statement[] =>
  blocks.flatMap((block, index) => statementsOf(block, index)),
);

function statementsOf({ part, message }: Block, block: number): Statement[] {
  const kind = kindFor(message);
  if (part.type !== "text" || kind === null) return [];
  const cue = kind === "instruction" ? INSTRUCTION : DECISION;
  return sentencesOf(part.text)
    .filter((text) => cue.test(text))
    .slice(0, MAX_OF_A_BLOCK)
    .map((text) => ({ kind, text, words: contentWords(text), block }))
    .filter(({ words }) => words.size > 1);
}

function kindFor({ role }: Message): StatementKind | null {
  if (role === "user" || role === "system") return "instruction";
  return role === "assistant" ? "decision" : null;
}
