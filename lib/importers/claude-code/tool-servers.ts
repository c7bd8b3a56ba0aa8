import { asArray, asString, type JsonObject } from "../../formats/json-fields";

/** Something that a tool server offers: its instructions, or a tool. */
type Offer = { readonly server: string; readonly name: string };

/** What an attachment adds to the offers of tool servers, and what it removes. */
type Delta = { readonly added: readonly Offer[]; readonly removed: readonly Offer[] };

/** The changes that an attachment makes to what tool servers offer; null if it makes none. */
export function serverDelta(attachment: JsonObject | null): Delta | null {
  const offerOf = OFFER_OF_NAME[asString(attachment?.type) ?? ""];
  if (attachment === null || offerOf === undefined) return null;
  const offers = (names: unknown) => (asArray(names) ?? []).flatMap((name) => offerOf(asString(name) ?? "") ?? []);
  const [added, removed] = [offers(attachment.addedNames), offers(attachment.removedNames)];
  return added.length + removed.length === 0 ? null : { added, removed };
}

/**
 * What a name in an attachment refers to. Tools spell their server with `_` for other characters (`claude.ai Gmail`,
 * `mcp__claude_ai_Gmail__search`). Source: Claude Code 2.1.2xx logs, 2026.
 */
const OFFER_OF_NAME: Readonly<Record<string, (name: string) => Offer | null>> = {
  mcp_instructions_delta: (name) => (name === "" ? null : { server: name.replace(/[^\w-]/g, "_"), name: "" }),
  deferred_tools_delta: (name) => {
    const server = /^mcp__(.+?)__/.exec(name)?.[1];
    return server === undefined ? null : { server, name };
  },
};

/** What the tool servers of one agent offer. A server is added with its first offer and removed with its last. */
export class ToolServers {
  private readonly offers = new Map<string, Set<string>>();

  /** The servers that came and went; null if there are none. */
  apply(delta: Delta): { added: string[]; removed: string[] } | null {
    const added = delta.added.filter((offer) => this.add(offer)).map(({ server }) => server);
    const removed = delta.removed.filter((offer) => this.remove(offer)).map(({ server }) => server);
    return added.length + removed.length === 0 ? null : { added, removed };
  }

  private add({ server, name }: Offer): boolean {
    const known = this.offers.get(server) ?? new Set();
    const isFirst = known.size === 0;
    this.offers.set(server, known.add(name));
    return isFirst;
  }

  private remove({ server, name }: Offer): boolean {
    const known = this.offers.get(server);
    if (known) return known.delete(name) && known.size === 0;
    // The server was there before the log began.
    this.offers.set(server, new Set());
    return true;
  }
}
