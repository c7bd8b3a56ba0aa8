"use client";
import { CircleQuestionMark } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";
import { useShortcutSheet } from "./shortcut-provider";

export function HelpButton() {
  const say = useSay();
  const openSheet = useShortcutSheet();
  return (
    <IconButton label={say("Keyboard help")} shortcut="?" onClick={openSheet}>
      <CircleQuestionMark aria-hidden />
    </IconButton>
  );
}
