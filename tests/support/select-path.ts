/** The value at a path such as `$.messages[3].content[0]`; undefined if there is none. */
export function selectPath(body: unknown, path: string): unknown {
  const steps = [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
  return steps.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], body);
}
