import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SettingsIndex } from "@/components/settings/settings-page";

const placesOf = (mayChange: boolean) => {
  const [folded = ""] =
    renderToStaticMarkup(<SettingsIndex mayChange={mayChange} />).match(/<details[\s\S]*<\/details>/) ?? [];
  return [...folded.matchAll(/href="#([\w-]+)"/g)].map(([, place]) => place);
};

test("the index lists the settings in page order, also folded above the page; readers get no links to hidden ones", () => {
  expect(placesOf(true).join(" ")).toBe(
    "theme contrast language keys notice redaction bin people audit projects api-keys sources work data diagnostics price client-models summary-model judge-model",
  );
  expect(placesOf(false)).not.toContain("people");
});
