/** The conversation part of a body, in the form its provider accepts. */
export type SentBody = Readonly<Record<string, unknown>>;

/** The keys that accompany each conversation key. `instructions` is a system prompt only together with `input`. */
export const COMPANIONS = {
  messages: ["system", "tools"],
  input: ["instructions", "tools", "previous_response_id"],
  contents: ["systemInstruction", "system_instruction", "tools"],
} as const;

export type Key = keyof typeof COMPANIONS;
export const KEYS = Object.keys(COMPANIONS) as readonly Key[];

/** All keys that a conversation of any format may have in an answer. */
export const CONVERSATION_KEYS: readonly string[] = [...KEYS, ...new Set(KEYS.flatMap((key) => COMPANIONS[key]))];
