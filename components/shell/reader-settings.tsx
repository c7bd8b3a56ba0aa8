"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Settings } from "@/lib/api/schemas/settings";

/** The choices that pages begin with. */
export type ReaderSettings = Pick<Settings, "redact_exports">;

const Context = createContext<ReaderSettings>({ redact_exports: "off" });

/** Gives the choices of the page Settings to every view, as they were when the page was drawn. */
export function ReaderSettingsProvider({ value, children }: { value: ReaderSettings; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export const useReaderSettings = (): ReaderSettings => useContext(Context);
