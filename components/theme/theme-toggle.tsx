"use client";
import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { IconButton } from "@/components/ui/icon-button";
import { useSay } from "@/components/words/words-provider";

/** Switches the theme. CSS chooses the icon, because the theme is unknown while the server renders. */
export function ThemeToggle() {
  const say = useSay();
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <IconButton
      label={say("Switch between dark and light")}
      onClick={() => setTheme(resolvedTheme === "dark" ? "light" : "dark")}
    >
      <Sun aria-hidden className="hidden dark:block" />
      <Moon aria-hidden className="dark:hidden" />
    </IconButton>
  );
}
