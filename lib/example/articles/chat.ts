/** A message of an OpenAI chat body, with the fields that the examples need. */
export type ChatMessage = {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
  readonly tool_call_id?: string;
};

export const system = (content: string): ChatMessage => ({ role: "system", content });
export const user = (content: string): ChatMessage => ({ role: "user", content });
export const say = (content: string): ChatMessage => ({ role: "assistant", content });
export const result = (id: string, content: string): ChatMessage => ({ role: "tool", tool_call_id: id, content });

const call = (id: string, name: string, input: object): ChatMessage => ({
  role: "assistant",
  content: null,
  tool_calls: [{ ...{ id, type: "function" }, function: { name, arguments: JSON.stringify(input) } }],
});

/** A tool call and its result. */
export const tool = (id: string, name: string, input: object, output: string): ChatMessage[] => [
  call(id, name, input),
  result(id, output),
];

/** Numbered lines of a made-up file or log. The same words have about the same number of tokens in every line. */
export const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at + 1)).join("\n");
