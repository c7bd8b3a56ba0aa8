import type { ModelMessage } from "ai";
import { expectTypeOf, test } from "vitest";
import type { CompressAccount } from "@/lib/api/schemas/compress";
import { compress } from "@/package/entries/index";

/** Type-checked with the project; tests/long/package tests the packed library with the providers' own types. */

type Content = { readonly role: string; readonly parts: { readonly text: string }[] };
const target = { tokens: 5_000 };

test("a conversation is returned with the types with which it was sent", () => {
  const ofModel = (messages: ModelMessage[]) => compress({ messages, model: "gpt-5", target });
  expectTypeOf<Awaited<ReturnType<typeof ofModel>>["messages"]>().toEqualTypeOf<ModelMessage[]>();

  const ofGemini = (contents: Content[], systemInstruction: string) => compress({ contents, systemInstruction });
  expectTypeOf<Awaited<ReturnType<typeof ofGemini>>["contents"]>().toEqualTypeOf<Content[]>();
  expectTypeOf<Awaited<ReturnType<typeof ofGemini>>["systemInstruction"]>().toEqualTypeOf<string>();

  const apart = (messages: ModelMessage[]) => compress({ messages, winnow: { target } });
  expectTypeOf<Awaited<ReturnType<typeof apart>>["winnow"]["stats"]>().toEqualTypeOf<CompressAccount["stats"]>();

  const wrong = () => compress({ messages: [], target: { tokens: "5" as never as number } });
  expectTypeOf<Awaited<ReturnType<typeof wrong>>["stats"]["tokens_after"]>().toEqualTypeOf<number>();
});
