const holder = globalThis as unknown as { winnow?: Map<string, unknown> };

/**
 * One value per process and key. Next bundles routes, pages and instrumentation separately, so a module-level variable
 * may exist several times. Values that must exist once (database client, pools, live jobs) are kept here.
 */
export function processState<T>(key: string, create: () => T): T {
  holder.winnow ??= new Map();
  if (!holder.winnow.has(key)) holder.winnow.set(key, create());
  return holder.winnow.get(key) as T;
}

export function forgetProcessState(key: string): void {
  holder.winnow?.delete(key);
}
