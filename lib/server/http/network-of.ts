const GROUPS = 8;
/** The leading IPv6 groups that identify one household or machine, which chooses the rest freely. */
const NETWORK_GROUPS = 4;

/** The part of an address that identifies the caller: all of an IPv4 address, the first 64 bits of an IPv6 address. */
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
