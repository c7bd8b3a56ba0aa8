import { type ToolResultPart, toolOutputText } from "../conversation/part";

/** Claude Code's answer to a call of a tool that its request did not define. */
const REFUSED = /^(?:<tool_use_error>)?(?:Error: )?No such tool available: ([\s\S]{1,400}?)(?:<\/tool_use_error>)?\s*$/;

/** The name that the client refused, as the model wrote it; null if the result is not such a refusal. */
export const refusedTool = ({ output }: Pick<ToolResultPart, "output">): string | null =>
  REFUSED.exec(toolOutputText(output))?.[1] ?? null;

/** False for a call that the model wrote with wrong syntax, so the name contains part of the input. */
export const isToolName = (name: string): boolean => /^[^\s"'<>{}]{1,200}$/.test(name);
