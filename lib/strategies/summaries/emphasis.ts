import type { Warning } from "../grammar/procedure";
import type { RuleContent } from "../grammar/summary-style";

/** Words of an instruction that name a kind of content, in English and Chinese. */
const NAMED: readonly (readonly [string, RegExp, readonly RuleContent[]])[] = [
  ["errors", /error|debug|stack|exception|fail|bug|fix|错误|调试|异常|报错/i, ["errors", "tests"]],
  ["tests", /\btests?\b|测试/i, ["tests"]],
  ["files", /files?\b|code\b|changes?\b|diff|文件|代码|修改/i, ["created", "modified", "deleted", "renamed", "read"]],
  ["decisions", /decision|decide|reason|why|architect|决定|决策|原因|架构/i, ["decisions"]],
  ["commands", /command|step|how to|process|命令|步骤|过程/i, ["commands", "keyPoints"]],
  ["plans", /next|to-?do|plan|remaining|pending|下一步|计划|待办/i, ["plan"]],
  ["what was typed", /user|request|requirement|message|prompt|用户|需求|要求/i, ["intent", "requests"]],
];
/** How much more room a kind that is asked for may claim. */
const MORE = 3;

export type Emphasis = {
  /** Factors of the kinds that are asked for; 1 for the others. */
  readonly weightOf: (content: string) => number;
  readonly warnings: readonly Warning[];
};

/** How far a rule can follow an instruction: it gives named kinds more room; the warning says so, and what it cannot do. */
export function emphasisOf(instructions: string): Emphasis {
  if (instructions.trim() === "") return { weightOf: () => 1, warnings: [] };
  const asked = NAMED.filter(([, pattern]) => pattern.test(instructions));
  const contents = new Set<string>(asked.flatMap(([, , kinds]) => kinds));
  const more =
    asked.length > 0
      ? `gives ${asked.map(([name]) => name).join(", ")} more room and`
      : "finds no kind of content named and";
  const message = `the summary is written by rule: it ${more} prefers sentences with words of the instructions; any other wish needs a model`;
  return {
    weightOf: (content) => (contents.has(content) ? MORE : 1),
    warnings: [{ code: "instructions-by-rule", message }],
  };
}
