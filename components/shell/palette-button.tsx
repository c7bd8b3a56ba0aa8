"use client";
import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { useSay } from "@/components/words/words-provider";
import { useShortcuts } from "./shortcut-provider";

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });

/** Opens the palette, also by Ctrl or ⌘ K wherever the focus is. Its code is loaded when it is first opened. */
export function PaletteButton() {
  const say = useSay();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  useShortcuts(NO_GROUPS, { ",": () => router.push("/settings" as never) });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isK =
        event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isK) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="touch-target inline-flex h-7 items-center gap-2 rounded-control border border-ctl px-2 text-small text-tx2 hover:bg-s2 lg:w-62 max-sm:size-7 max-sm:justify-center max-sm:border-transparent max-sm:px-0"
      >
        <Search aria-hidden className="size-4 stroke-[1.75]" />
        <span className="whitespace-nowrap max-lg:sr-only">{say("Find or run anything")}</span>
        <Kbd className="ml-auto whitespace-nowrap max-sm:hidden">Ctrl K</Kbd>
      </button>
      {isOpen ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The sheet lists the comma with the keys that act everywhere. */
const NO_GROUPS: never[] = [];
