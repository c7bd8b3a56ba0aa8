"use client";
import { createContext, type ReactNode, useContext } from "react";
import { mayCall, ROUTE_ACCESS } from "@/lib/api/route-scopes";
import type { RouteKey } from "@/lib/api/routes";
import type { Scope } from "@/lib/api/schemas/keys";

const Context = createContext<readonly Scope[] | null>(null);

/** Tells every view what the reader's key opens. `scopes` is null where nobody is asked for a key. */
export function AccessProvider({ scopes, children }: { scopes: readonly Scope[] | null; children: ReactNode }) {
  return <Context value={scopes}>{children}</Context>;
}

/** What the reader's key opens; null where nobody is asked for one. */
export const useGranted = (): readonly Scope[] | null => useContext(Context);

/**
 * Whether the reader may call a route, by the table that the server's gate decides by. A view does not offer what would be
 * refused.
 */
export function useMay(route: RouteKey): boolean {
  const granted = useGranted();
  return granted === null || mayCall(ROUTE_ACCESS[route], granted);
}
