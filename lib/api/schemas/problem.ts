import * as z from "zod";
import { type Answer, absent } from "./fields";

/** Every unsuccessful answer: RFC 9457, `application/problem+json`. Additional members help to correct the call. */
export const problem = z
  .looseObject({
    type: z.string().describe("`urn:winnow:problem:` and the code."),
    title: z.string().describe("The general meaning of the status."),
    status: z.int().describe("The HTTP status."),
    detail: z.string().describe("A sentence for people."),
    instance: z.string().describe("`urn:winnow:request:` and the id in the server's log."),
    code: z.string().describe("A stable name in kebab-case, for programs."),
    errors: z
      .array(
        z.strictObject({
          pointer: absent(z.string()).describe("The JSON path of the fault in the sent body."),
          line: absent(z.int()).describe("The line at fault, counted from 1."),
          detail: z.string().describe("The fault, or how to correct it."),
        }),
      )
      .describe("Each fault with its place; empty if none can be located."),
    retry_after: absent(z.int().min(0)).describe("For temporary failures: seconds until a retry, as in Retry-After."),
  })
  .meta({ id: "Problem", description: "Why a call failed (RFC 9457). Additional members describe how to repair it." });
export type Problem = Answer<typeof problem>;
