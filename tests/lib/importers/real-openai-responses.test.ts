import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { promptTokens } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

describeShared("transcripts/openai-responses", (folder) => {
  describe.each(readdirSync(folder))("%s", (name) => {
    const file = path.join(folder, name);
    test("agrees with an independent reading of the response object", async () => {
      const body = JSON.parse(readFileSync(file, "utf8"));
      const [session] = (await mustImport([diskFile(file)])).sessions;
      const [response, ...more] = session?.responses ?? [];
      const parts = session?.messages.flatMap((message) => message.parts) ?? [];
      const texts = body.output.flatMap((item: { content?: { text: string }[] }) => item.content ?? []);
      expect(more).toEqual([]);
      expect(response).toMatchObject({ id: body.id, model: body.model });
      expect(response?.usage && promptTokens(response.usage)).toBe(body.usage.input_tokens);
      expect(response?.usage).toMatchObject({
        cacheRead: body.usage.input_tokens_details.cached_tokens,
        output: body.usage.output_tokens,
        reasoning: body.usage.output_tokens_details.reasoning_tokens,
      });
      expect(parts.flatMap((part) => (part.type === "text" ? part.text : []))).toEqual(
        texts.map(({ text }: { text: string }) => text),
      );
      expect(parts.flatMap((part) => (part.type === "opaque" ? [part.value] : []))).toEqual(
        body.output.filter((item: { type: string }) => item.type === "compaction"),
      );
      expect(Date.parse(response?.startedAt ?? "")).toBe(body.created_at * 1000);
      expect(Date.parse(response?.endedAt ?? "")).toBe(body.completed_at * 1000);
      await checkImporter([diskFile(file)], "openai-responses");
    });
  });
});
