import { describe, expect, test } from "vitest";
import { withEntityTag } from "@/lib/server/http/entity-tag";
import { apiRoute } from "@/tests/support/api-route";
import { send } from "@/tests/support/test-server";

const strategies = apiRoute("GET /api/strategies");

const answer = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
const asking = (tag?: string) =>
  new Request("http://127.0.0.1/api/strategies", tag === undefined ? {} : { headers: { "if-none-match": tag } });
const tagOf = async (text: string) => (await withEntityTag(asking(), answer(text))).headers.get("etag") ?? "";

describe("an answer with a tag", () => {
  test("is the same answer, with one tag per content", async () => {
    const tagged = await withEntityTag(asking(), answer('{"a":1}'));
    expect(await tagged.json()).toEqual({ a: 1 });
    expect(tagged.headers.get("content-type")).toBe("application/json");
    expect(await tagOf('{"a":1}')).toBe(tagged.headers.get("etag"));
    expect(await tagOf('{"a":2}')).not.toBe(tagged.headers.get("etag"));
  });

  test("is a 304 without content for callers that have it, alone, among others, and without the weak mark", async () => {
    const tag = await tagOf("{}");
    for (const named of [tag, `"other", ${tag}`, tag.replace("W/", ""), "*"]) {
      const { status, body, headers } = await withEntityTag(asking(named), answer("{}"));
      expect([status, body, headers.get("etag"), headers.get("content-type")]).toEqual([304, null, tag, null]);
    }
    expect((await withEntityTag(asking(await tagOf("[]")), answer("{}"))).status).toBe(200);
  });

  test("is only used for 200", async () => {
    const missing = await withEntityTag(asking("*"), new Response("{}", { status: 404 }));
    expect([missing.status, missing.headers.get("etag")]).toEqual([404, null]);
  });

  test("is what a route answers, and is not cached in between", async () => {
    const first = await send(strategies, "/api/strategies");
    const tag = first.headers.get("etag") ?? "";
    const again = await send(strategies, "/api/strategies", { headers: { "if-none-match": tag } });
    expect([first.status, again.status, await again.text()]).toEqual([200, 304, ""]);
    expect(again.headers.get("cache-control")).toBe("no-store");
  });
});
