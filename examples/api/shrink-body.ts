import type { Winnow } from "./client";

type Body = { readonly model: string; readonly messages: readonly unknown[] };

/** A request body to send on, and how many tokens it lost. Unchanged if there is nothing to do. */
export async function shrinkBody(winnow: Winnow, body: Body, tokens: number): Promise<{ body: unknown; saved: number }> {
  const { data, error } = await winnow.POST("/api/compress", {
    body: { model: body.model, messages: [...body.messages], target: { tokens }, store: false },
  });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  if (typeof data === "string" || "winnow" in data) throw new Error("neither events nor an account under winnow were asked for");
  return { body: { ...body, messages: data.messages }, saved: data.stats.tokens_saved };
}
