"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Settings } from "@/lib/api/schemas/settings";

/** Settings that pages start with. */
export type ReaderSettings = Pick<Settings, "redact_exports">;

const Context = createContext<ReaderSettings>({ redact_exports: "off" });

/** Provides the settings to every view, as they were when the page was rendered. */
export function ReaderSettingsProvider({ value, children }: { value: ReaderSettings; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export const useReaderSettings = (): ReaderSettings => useContext(Context);
