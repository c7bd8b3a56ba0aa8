"use client";
import { Check, Copy } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import { Button } from "./button";
import { copyText } from "./copy-text";
import { IconButton } from "./icon-button";

type Props = {
  text: string | (() => string);
  label: string;
  icon?: ReactNode;
  isIconOnly?: boolean;
  size?: "sm" | "md";
  variant?: ComponentProps<typeof Button>["variant"];
};

/** Copies a text and confirms it for two seconds, also to screen readers. */
export function CopyButton({ text, label, icon = <Copy aria-hidden />, isIconOnly = false, ...look }: Props) {
  const say = useSay();
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    const isCopied = await copyText(typeof text === "function" ? text() : text);
    setState(isCopied ? "copied" : "failed");
  };
  const said = state === "copied" ? say("Copied") : state === "failed" ? say("Could not copy") : label;
  if (isIconOnly) {
    return (
      <IconButton label={said} onClick={() => void copy()}>
        {state === "copied" ? <Check aria-hidden /> : icon}
      </IconButton>
    );
  }
  return (
    <Button {...look} onClick={() => void copy()}>
      {state === "copied" ? <Check aria-hidden /> : icon}
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
