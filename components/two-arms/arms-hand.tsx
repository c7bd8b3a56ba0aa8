"use client";
import { useState } from "react";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { TwoArmsChoice } from "@/lib/view-models/two-arms/two-arms-choice";
import type { ArmSessionChoice } from "./arm-session-choice";
import type { ChangeChoice } from "./use-two-arms";

const ARMS = [
  { value: "none", label: "–" },
  { value: "a", label: "A" },
  { value: "b", label: "B" },
] as const;

type Props = { sessions: readonly ArmSessionChoice[]; choice: TwoArmsChoice; onChange: ChangeChoice };

/** Puts sessions into the arms one by one. */
export function ArmsHand({ sessions, choice, onChange }: Props) {
  const say = useSay();
  const [text, setText] = useState("");
  const { handA, handB } = choice;
  const fits = sessions.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const put = (id: string, arm: "none" | "a" | "b") => {
    const without = (ids: readonly string[]) => ids.filter((other) => other !== id);
    onChange({
      handA: arm === "a" ? [...without(handA), id] : without(handA),
      handB: arm === "b" ? [...without(handB), id] : without(handB),
    });
  };
  return (
    <section aria-label={say("Sessions of the arms")} className="px-4 py-2 max-sm:px-3">
      <div className="flex items-center gap-3">
        <TextInput
          aria-label={say("Title of a session")}
          placeholder={say("Filter by title")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-56"
        />
        <span className="text-micro text-tx3">{say("{a} in A, {b} in B", { a: handA.length, b: handB.length })}</span>
      </div>
      <ul className="mt-2 max-h-64 overflow-y-auto border-line border-t">
        {fits.map(({ id, title, client }) => (
          <li key={id} className="flex min-h-8 items-center gap-3 border-line border-b">
            <SegmentedControl
              label={say("Arm of {title}", { title })}
              value={handA.includes(id) ? "a" : handB.includes(id) ? "b" : "none"}
              segments={ARMS}
              onValueChange={(arm) => put(id, arm)}
            />
            <span className="min-w-0 flex-1 truncate text-small">{title}</span>
            <span className="text-micro text-tx3">{client ?? ""}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
