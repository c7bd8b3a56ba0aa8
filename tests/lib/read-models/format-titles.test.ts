import { expect, test } from "vitest";
import { IMPORTERS } from "@/lib/importers/index";
import { FORMAT_TITLES, nameClient } from "@/lib/read-models/library-item";

/** Lists of messages are sessions in a provider's format. */
const OF_LISTS = ["ai-sdk", "anthropic", "openai-chat"];

test("every format has its importer's title, and no removed one has a title left", () => {
  const titles = Object.fromEntries(IMPORTERS.map(({ id, title }) => [id, title]));
  const { "ai-sdk": _sdk, anthropic: _anthropic, "openai-chat": _chat, ...others } = FORMAT_TITLES;
  expect(others).toEqual(titles);
  expect(OF_LISTS.filter((id) => !(id in FORMAT_TITLES))).toEqual([]);
});

test("a client that is not a format keeps its name from the log", () => {
  expect(nameClient("raw-streams")).not.toBe("raw-streams");
  expect(nameClient("TraeX")).toBe("TraeX");
});
