"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Right } from "@/lib/api/caller";
import { opens, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import type { RouteKey } from "@/lib/api/routes";

const Context = createContext<readonly Right[] | null>(null);

/** Tells every view what is open to the reader. `rights` is null if nobody is asked for a key. */
export function AccessProvider({ rights, children }: { rights: readonly Right[] | null; children: ReactNode }) {
  return <Context value={rights}>{children}</Context>;
}

/** What is open to the reader; null if nobody is asked for a key. */
export const useGranted = (): readonly Right[] | null => useContext(Context);

/**
 * Whether the reader may call a route, by the table that the server's gate decides by. A view does not offer what would be
 * refused.
 */
export function useMay(route: RouteKey): boolean {
  const granted = useGranted();
  return granted === null || opens(ROUTE_ACCESS[route], granted);
}
