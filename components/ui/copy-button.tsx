"use client";
import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import { Button } from "./button";
import { IconButton } from "./icon-button";

type Props = {
  text: string | (() => string);
  label: string;
  icon?: ReactNode;
  isIconOnly?: boolean;
  size?: "sm" | "md";
};

/** Copies a text and confirms it for two seconds, also to screen readers. */
export function CopyButton({ text, label, icon = <Copy aria-hidden />, isIconOnly = false, size = "md" }: Props) {
  const say = useSay();
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    const value = typeof text === "function" ? text() : text;
    navigator.clipboard.writeText(value).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };
  const said = state === "copied" ? "Copied" : state === "failed" ? say("Could not copy") : label;
  if (isIconOnly) {
    return (
      <IconButton label={said} onClick={copy}>
        {state === "copied" ? <Check aria-hidden /> : icon}
      </IconButton>
    );
  }
  return (
    <Button size={size} onClick={copy}>
      {state === "copied" ? <Check aria-hidden /> : icon}
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
