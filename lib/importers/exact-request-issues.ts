import { type ExactDifference, exactDifferences } from "../transcript/exact-differences";
import type { ImportIssue, Session } from "../transcript/session";

/** Issues about requests that differ between the session and the log's own copy. */
export function exactRequestIssues(session: Session): ImportIssue[] {
  return exactDifferences(session).map((difference) => {
    const { line = 0, byteOffset = 0 } = difference.response.source ?? {};
    return { code: "request-told-otherwise", message: messageOf(difference, session), line, byteOffset, excerpt: "" };
  });
}

function messageOf({ response, missing, extra, isReordered }: ExactDifference, { responses }: Session): string {
  const request = `The log contains request ${responses.indexOf(response) + 1} as it was sent.`;
  const use = "Its figures and its cache breaks are taken from there; the messages on the page are those of the rows.";
  if (isReordered) return `${request} It sends the same messages in a different order from the rows. ${use}`;
  return `${request} Blocks missing from the rows: ${missing}; parts of rows that it does not send: ${extra}. ${use}`;
}
