import type { ToolResultPart } from "../../conversation/part";

/** The last lines that the client adds to the output of a command; it names the exit code only if that is not 0. */
const EXIT_CODE = /(?:^|\n)Exit Code: (-?\d+)(?:\n[^\n]*){0,4}$/;

/** Whether a command failed: the client calls it a success, and says the exit code in the text for the model. */
export function hasFailed({ toolName, output }: ToolResultPart): boolean {
  if (toolName !== "run_shell_command") return false;
  const last = output.findLast((block) => block.type === "text");
  const code = last && EXIT_CODE.exec(last.text.slice(-500))?.[1];
  return code !== undefined && Number(code) !== 0;
}
