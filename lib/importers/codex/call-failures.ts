import type { Part } from "../../conversation/part";
import { toolOutputText } from "../../conversation/part";
import { asObject, asText, type JsonObject } from "../../formats/json-fields";

/** Which calls failed, according to a call's end event or the text of its result. */
export class CallFailures {
  private readonly failed = new Set<string>();

  /** True if the event contains a call's outcome. */
  note(type: string, event: JsonObject): boolean {
    const id = asText(event.call_id);
    if (id === null || !type.endsWith("_end")) return false;
    if (hasFailed(event)) this.failed.add(id);
    return "exit_code" in event || "success" in event || "result" in event;
  }

  mark(parts: readonly Part[]): readonly Part[] {
    return parts.map((part) => {
      if (part.type !== "tool-result" || part.isError) return part;
      const isError = this.failed.has(part.toolCallId) || saysFailure(toolOutputText(part.output));
      return isError ? { ...part, isError } : part;
    });
  }
}

function hasFailed(event: JsonObject): boolean {
  const result = asObject(event.result);
  const hasExit = typeof event.exit_code === "number" && event.exit_code !== 0;
  return (
    hasExit ||
    event.success === false ||
    (result !== null && ("Err" in result || asObject(result.Ok)?.is_error === true))
  );
}

/** True for `{"output":"…","metadata":{"exit_code":1}}`, or if the first line reports a failure. */
function saysFailure(text: string): boolean {
  const head = text.slice(0, 300);
  if (head.startsWith("apply_patch verification failed")) return true;
  const line = /^(?:Exit code: |Process exited with code )(\d+)/m.exec(head)?.[1];
  const tail = text.startsWith('{"output":') ? /"exit_code":\s*(\d+)/.exec(text.slice(-200))?.[1] : undefined;
  const code = line ?? tail;
  return code !== undefined && Number(code) !== 0;
}
