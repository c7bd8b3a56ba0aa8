import type { ToolCallPart } from "../conversation/part";
import { findTool } from "./find-tool";
import { isFields, valuesAt } from "./input-places";

/** The call to describe: the name, the input and (if the input is not JSON) its text. */
export type Call = Pick<ToolCallPart, "toolName" | "input" | "inputText" | "folder">;

/** The calls that a call runs, in input order; empty for a tool that runs no others. */
export function innerCalls({ toolName, input }: Call, row = findTool(toolName)): Call[] {
  const runs = row?.runs;
  if (runs === undefined) return [];
  return valuesAt(input, runs.calls).flatMap(({ value }) =>
    (Array.isArray(value) ? value.filter(isFields) : []).flatMap((item) => {
      const name = item[runs.name];
      const isRunner = typeof name !== "string" || findTool(name)?.runs !== undefined;
      return isRunner ? [] : [{ toolName: name, input: item[runs.input] ?? null }];
    }),
  );
}
