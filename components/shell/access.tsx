"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Right } from "@/lib/api/caller";
import { opens, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import type { RouteKey } from "@/lib/api/routes";

const Context = createContext<readonly Right[] | null>(null);

/** Provides the reader's rights to every view. `rights` is null if no key is required. */
export function AccessProvider({ rights, children }: { rights: readonly Right[] | null; children: ReactNode }) {
  return <Context value={rights}>{children}</Context>;
}

/** The reader's rights; null if no key is required. */
export const useGranted = (): readonly Right[] | null => useContext(Context);

/**
 * Whether the reader may call a route, according to the same table as the server's gate. Views do not offer
 * what would be rejected.
 */
export function useMay(route: RouteKey): boolean {
  const granted = useGranted();
  return granted === null || opens(ROUTE_ACCESS[route], granted);
}
