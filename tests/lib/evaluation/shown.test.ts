import { describe, expect, test } from "vitest";
import type { Message } from "@/lib/conversation/message";
import { createReaders, gatherEvidence, type KnownEntity } from "@/lib/evaluation/evidence";
import { findShown, isShown } from "@/lib/evaluation/shown";

const says = (id: string, text: string): Message => ({
  id,
  role: "assistant",
  parts: [{ type: "text", id: `${id} part`, text }],
});

describe("findShown", () => {
  const readers = createReaders(() => 1);
  const evidence = gatherEvidence(
    {
      tools: [],
      messages: [
        says(
          "a",
          "look at ./lib/forms/user.ts, ./lib/forms/ and ./lib/parts/, call theme.loadDark, a.addNew and b.addNew, docs/RULES.md, old/RULES.md, x/index.ts, y/index.ts, shop.core.orders and shop.core.bills",
        ),
      ],
    },
    readers,
  );
  const isNamed = (key: string, summary: string) => {
    const shown = findShown(evidence, { tools: [], messages: [says("s", summary)] }, readers);
    return isShown(evidence.entities.get(key) as KnownEntity, shown);
  };

  test.each([
    ["path:lib/forms/user.ts", "user.ts is done", true],
    ["path:lib/forms", "lib/forms/user.ts is done", true],
    ["path:lib/parts", "lib/forms/user.ts is done", false],
    ["symbol:theme.loadDark", "we call loadDark", true],
    ["symbol:theme.loadDark", "we call loadLight", false],
    ["symbol:addNew", "we call dataset.addNew", true],
    ["path:docs/RULES.md", "RULES.md says so", true],
    ["path:x/index.ts", "index.ts says so", false],
    ["symbol:shop.core.orders", "src/shop/core/orders.py is done", true],
    ["symbol:shop.core.bills", "src/shop/core/orders.py is done", false],
  ])("%s in %j: %s", (key, summary, expected) => expect(isNamed(key, summary)).toBe(expected));
});
