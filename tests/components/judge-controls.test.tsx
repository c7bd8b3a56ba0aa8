import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { JudgeControls } from "@/components/judge/judge-panel";
import type { Judgement } from "@/lib/api/schemas/judge";

/** Each button's action, by its label. */
const buttons = vi.hoisted(() => new Map<string, () => void>());
vi.mock("@/components/ui/button", () => ({
  Button: ({ onClick, children }: { onClick: () => void; children: ReactNode }) => {
    buttons.set(String([children].flat().at(-1)), onClick);
    return null;
  },
}));

test("only its button calls the judge", () => {
  const clicks: string[] = [];
  const does = (name: string) => () => void clicks.push(name);
  renderToStaticMarkup(
    <JudgeControls
      state={{ status: "planned", judge: { plan: null } as unknown as Judgement }}
      model="acme-1"
      plan={does("plan")}
      run={does("run")}
      stop={does("stop")}
      forget={does("forget")}
    />,
  );
  buttons.get("Ask acme-1")?.();
  buttons.get("Do not ask")?.();
  expect(clicks).toEqual(["run", "forget"]);
});
