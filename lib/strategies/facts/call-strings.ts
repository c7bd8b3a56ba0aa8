import type { JsonValue, ToolCallPart } from "../../conversation/part";

/**
 * Every text in a call's input with its field name (for list items, the list's field name); the raw text if it is not
 * JSON.
 */
export function stringsIn({ input, inputText }: ToolCallPart): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const walk = (value: JsonValue, field: string): void => {
    if (typeof value === "string") found.push([field, value]);
    else if (Array.isArray(value)) for (const item of value) walk(item, field);
    else if (typeof value === "object" && value !== null)
      for (const [name, item] of Object.entries(value)) walk(item, name);
  };
  walk(input, "");
  return found.length > 0 ? found : [["", inputText ?? ""]];
}
