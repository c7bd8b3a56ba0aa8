import { expect, test } from "vitest";
import { originOf } from "@/app/origin";

test("an address begins with https if a proxy says that the browser used it", () => {
  const origin = (headers: Record<string, string>) => originOf(new Headers(headers));
  expect(origin({ host: "127.0.0.1:3000" })).toBe("http://127.0.0.1:3000");
  expect(origin({ host: "winnow.example", "x-forwarded-proto": "https,http" })).toBe("https://winnow.example");
});
