/** What stands open at a place of a sentence: an argument's braces, or those of one of its plural or select branches. */
type Open = readonly ("argument" | "branch")[];
type Outer<Stack extends Open> = Stack extends readonly [unknown, ...infer Rest extends Open] ? Rest : [];
type Close<Text extends string, Stack extends Open> = Text extends `${string}}${infer Rest}`
  ? Close<Rest, Outer<Stack>>
  : Stack;
type NameOf<Text extends string> = Text extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never;

/** The names of a sentence's arguments: `"count" | "model"` of `"{count, plural, one {a call} other {# calls}} of {model}"`. */
export type ArgumentsOf<Text extends string, Stack extends Open = []> = Text extends `${infer Before}{${infer After}`
  ? Close<Before, Stack> extends infer Now extends Open
    ? Now extends readonly ["argument", ...Open]
      ? ArgumentsOf<After, ["branch", ...Now]>
      : NameOf<After> | ArgumentsOf<After, ["argument", ...Now]>
    : never
  : never;
