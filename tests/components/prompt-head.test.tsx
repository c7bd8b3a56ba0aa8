import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PromptHead } from "@/components/session/request-rail";

test("a prompt in the request list shows how many requests it led to", () => {
  const draw = (requests: number) =>
    renderToStaticMarkup(<PromptHead prompt={{ at: 0, text: "Why does it fail?", time: null }} requests={requests} />);
  expect(draw(1)).toContain(">1 request<");
  expect(draw(12)).toContain(">12 requests<");
});
