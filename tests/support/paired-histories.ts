import fc from "fast-check";
import type { Conversation, Message, Role } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";

type Stretch = {
  readonly user: string;
  readonly calls: number;
  readonly thought: boolean;
  readonly answer: boolean;
  readonly lengths: readonly number[];
  readonly isOrphaned: boolean;
  readonly isApproved: boolean;
};
export type PairedOptions = {
  /** Multiplies texts and outputs, for libraries whose effect depends on sizes. */
  readonly scale?: number;
  /** In some stretches, adds a result without a call before the agent's first call. */
  readonly orphans?: boolean;
  /** Makes the first call of some stretches need an approval, as the AI SDK writes it. */
  readonly approvals?: boolean;
};

/**
 * Histories with complete pairs, unsigned reasoning and distinct ids, ending with a typed message. Our own safety rules
 * leave them alone, so a product's library and our preset can be compared message by message.
 */
export function pairedHistories({
  scale = 0,
  orphans = false,
  approvals = false,
}: PairedOptions = {}): fc.Arbitrary<Conversation> {
  const stretch: fc.Arbitrary<Stretch> = fc.record({
    user: fc.string({ minLength: 1, maxLength: 30 }),
    calls: fc.nat(3),
    thought: fc.boolean(),
    answer: fc.boolean(),
    lengths: fc.array(fc.nat(20), { minLength: 5, maxLength: 5 }),
    isOrphaned: orphans ? fc.boolean() : fc.constant(false),
    isApproved: approvals ? fc.boolean() : fc.constant(false),
  });
  return fc.array(stretch, { minLength: 1, maxLength: 7 }).map((stretches) => {
    const builder = new Builder();
    for (const one of stretches) builder.addStretch(one, scale);
    builder.add("user", [{ type: "text", text: "and now" }]);
    return { tools: [], messages: builder.messages };
  });
}

type Bare = Part extends infer P ? (P extends Part ? Omit<P, "id"> : never) : never;

class Builder {
  readonly messages: Message[] = [];
  private next = 0;

  add(role: Role, parts: readonly Bare[]) {
    const id = `m${this.messages.length}`;
    this.messages.push({ id, role, parts: parts.map((part, index) => ({ ...part, id: `${id}.${index}` }) as Part) });
  }

  addStretch({ user, calls, thought, answer, lengths, isOrphaned, isApproved }: Stretch, scale: number) {
    const words = (index: number) => " word".repeat(scale * (1 + (lengths[index] ?? 0)));
    const reasoning: Bare[] = thought ? [{ type: "reasoning", text: "hm" }] : [];
    this.add("user", [{ type: "text", text: `${user}${words(0)}` }]);
    if (isOrphaned) this.addResult("nowhere", `lost${words(4)}`, 0);
    const ids = Array.from({ length: calls }, () => `c${this.next++}`);
    const toCall = (toolCallId: string, index: number): Bare => ({
      type: "tool-call",
      toolCallId,
      toolName: `tool-${index % 2}`,
      input: {},
    });
    const approvalId = `ap-${ids[0]}`;
    const asked: Bare[] =
      isApproved && calls > 0
        ? [approval({ type: "tool-approval-request", approvalId, toolCallId: ids[0] ?? "" })]
        : [];
    if (calls > 0) this.add("assistant", [...reasoning, ...ids.map(toCall), ...asked]);
    if (asked.length > 0) this.add("tool", [approval({ type: "tool-approval-response", approvalId, approved: true })]);
    for (const [index, id] of ids.entries()) this.addResult(id, `out${words(index + 1)}`, index);
    if (answer || calls === 0) this.add("assistant", [...reasoning, { type: "text", text: `answer${words(4)}` }]);
  }

  private addResult(toolCallId: string, text: string, index: number) {
    const output = [{ type: "text", text }] as const;
    this.add("tool", [{ type: "tool-result", toolCallId, toolName: `tool-${index % 2}`, output, isError: false }]);
  }
}

const approval = (value: Readonly<Record<string, string | boolean>>): Bare => ({ type: "opaque", value });
