"use client";
import { ThemeProvider as NextThemes } from "next-themes";
import type { ReactNode } from "react";

type Props = {
  nonce: string | undefined;
  /** The default theme for browsers without their own choice. */
  theme: "system" | "dark" | "light";
  children: ReactNode;
};

/**
 * Sets `html[data-theme]` to dark, light or the system's choice, before the first paint, by a script with our nonce.
 */
export function ThemeProvider({ nonce, theme, children }: Props) {
  return (
    <NextThemes
      attribute="data-theme"
      defaultTheme={theme}
      enableSystem
      disableTransitionOnChange
      {...(nonce ? { nonce } : {})}
    >
      {children}
    </NextThemes>
  );
}
