const GROUPS = 8;
/** Of an address of IPv6 these name the network of one household or machine, which chooses the rest at will. */
const NETWORK_GROUPS = 4;

/** The address of whoever calls, as far as callers can be told apart by it: all of IPv4, the first 64 bits of IPv6. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [start = "", end] = (address.split("%")[0] as string).toLowerCase().split("::");
  const before = groupsOf(start);
  const after = groupsOf(end ?? "");
  const missing = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => "0");
  const groups = [...before, ...(end === undefined ? [] : missing), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ""),
  );
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

const groupsOf = (text: string): string[] => (text === "" ? [] : text.split(":"));
