import { Problem } from "@/lib/api/problem";

/** The sort key of the last row of a page. Its encoded form is opaque to the caller. */
export type Cursor = { readonly createdAt: Date; readonly id: string };

export const encodeCursor = ({ createdAt, id }: Cursor): string =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString("base64url");

export function decodeCursor(text: string): Cursor {
  const [time = "", id = ""] = Buffer.from(text, "base64url").toString("utf8").split(" ");
  const createdAt = new Date(time);
  if (id === "" || Number.isNaN(createdAt.getTime()))
    throw new Problem(422, "bad-cursor", "the cursor is unknown", {
      errors: [{ pointer: "cursor", detail: "use next_cursor of the previous page" }],
    });
  return { createdAt, id };
}
