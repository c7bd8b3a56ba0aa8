import type { Conversation, Message } from "@/lib/conversation/message";

const WORDS = "the file reads a line and returns its path when the test of the module fails with an error".split(" ");

/**
 * The shape of a coding session: every 40th message is typed, and the others are exchanges with mostly short and some
 * long outputs. `scale` multiplies the words of outputs: about 75 tokens per message at 1, 315 at 5.
 */
export function generateConversation(messages: number, seed = 1, scale = 1): Conversation {
  let state = seed;
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 9) % limit;
  };
  const prose = (words: number) => Array.from({ length: words }, () => WORDS[next(WORDS.length)]).join(" ");
  const list: Message[] = [{ id: "m0", role: "user", parts: [{ id: "p0", type: "text", text: prose(60) }] }];
  for (let index = 1; list.length < messages; index += 2) {
    const callId = `call_${index}`;
    if (index % 40 === 1)
      list.push({ id: `u${index}`, role: "user", parts: [{ id: `up${index}`, type: "text", text: prose(30) }] });
    const call = {
      id: `c${index}`,
      type: "tool-call",
      toolCallId: callId,
      toolName: "Bash",
      input: { command: prose(6) },
    } as const;
    list.push({
      id: `a${index}`,
      role: "assistant",
      parts: [{ id: `t${index}`, type: "text", text: prose(15) }, call],
    });
    const output = prose(scale * (next(10) === 0 ? 400 + next(800) : 5 + next(40)));
    const result = {
      id: `r${index}`,
      type: "tool-result",
      toolCallId: callId,
      isError: next(12) === 0,
      output: [{ type: "text", text: output }],
    } as const;
    list.push({ id: `o${index}`, role: "tool", parts: [result] });
  }
  return { tools: [], messages: list };
}
