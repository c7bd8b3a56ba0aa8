import * as z from "zod";
import { type Answer, absent } from "./fields";

/** Every unsuccessful answer: RFC 9457, `application/problem+json`. Further members help to repair the call. */
export const problem = z
  .looseObject({
    type: z.string().describe("`urn:winnow:problem:` and the code."),
    title: z.string().describe("What kind of problem the status is."),
    status: z.int().describe("The HTTP status."),
    detail: z.string().describe("A sentence for people."),
    instance: z.string().describe("`urn:winnow:request:` and the id that the server's log carries too."),
    code: z.string().describe("A stable name in kebab-case; programs go by it."),
    errors: z
      .array(
        z.strictObject({
          pointer: absent(z.string()).describe("The JSON path of what is at fault in the body that was sent."),
          line: absent(z.int()).describe("The line at fault, counted from 1."),
          detail: z.string().describe("What is wrong there, or how to mend it."),
        }),
      )
      .describe("Each fault with its place; empty if there is nothing to point at."),
    retry_after: absent(z.int().min(0)).describe(
      "Where a later try may succeed: after how many seconds, as in Retry-After.",
    ),
  })
  .meta({ id: "Problem", description: "Why a call failed (RFC 9457). Members beside these carry the repair." });
export type Problem = Answer<typeof problem>;
