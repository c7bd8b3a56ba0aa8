"use client";
import { CircleQuestionMark } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcutSheet } from "./shortcut-provider";

export function HelpButton() {
  const openSheet = useShortcutSheet();
  return (
    <IconButton label="Keyboard help" shortcut="?" onClick={openSheet}>
      <CircleQuestionMark aria-hidden />
    </IconButton>
  );
}
