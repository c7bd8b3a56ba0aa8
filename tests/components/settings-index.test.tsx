import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SettingsIndex } from "@/components/settings/settings-page";

const placesOf = (mayChange: boolean) => {
  const [folded = ""] =
    renderToStaticMarkup(<SettingsIndex mayChange={mayChange} />).match(/<details[\s\S]*<\/details>/) ?? [];
  return [...folded.matchAll(/href="#([\w-]+)"/g)].map(([, place]) => place);
};

test("the index has the settings in the order of the page, also folded above it; readers get no links to what they do not see", () => {
  expect(placesOf(true).join(" ")).toBe(
    "theme contrast language keys notice redaction bin people audit projects api-keys sources work data diagnostics price client-models summary-model judge-model",
  );
  expect(placesOf(false)).not.toContain("people");
});
