import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { openaiChat } from "@/lib/formats/openai-chat";
import type { Tokenizer } from "@/lib/tokenizers/tokenizer";
import type { SentLog } from "./scripted-model";

/** The script of `scriptedModel`, for LangChain's agents. */
export class ScriptedChatModel extends BaseChatModel {
  readonly log: SentLog = { prompts: [], invalid: [], tokens: [], sizes: [] };
  readonly sent: BaseMessage[][] = [];
  private step = 0;
  private readonly known = new Map<string, number>();

  constructor(
    private readonly steps: number,
    private readonly tokenizer: Tokenizer,
  ) {
    super({});
  }

  _llmType() {
    return "scripted";
  }

  override bindTools() {
    return this;
  }

  async _generate(messages: BaseMessage[]) {
    const body = messages.map(asOpenAi);
    const texts = body.map((message) => JSON.stringify(message));
    this.sent.push(messages);
    this.log.prompts.push(texts);
    this.log.invalid.push(
      ...openaiChat.validate({ messages: body }).map(({ message }) => `request ${this.log.prompts.length}: ${message}`),
    );
    const sizes = texts.map((text, at) => this.counted(text, messages[at]));
    this.log.sizes.push(sizes);
    this.log.tokens.push(sizes.reduce((sum, tokens) => sum + tokens, 0));
    this.step += 1;
    const message = this.replyTo(messages);
    return { generations: [{ text: message.text, message }] };
  }

  private counted(text: string, message: BaseMessage | undefined): number {
    const said = message?.text ?? "";
    const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
    const tokens =
      this.known.get(text) ??
      this.tokenizer.count(said) +
        calls.reduce((sum, { name, args }) => sum + this.tokenizer.count(`${name} ${JSON.stringify(args)}`), 0);
    this.known.set(text, tokens);
    return tokens;
  }

  private replyTo(messages: readonly BaseMessage[]): AIMessage {
    const call = (name: string, args: object) =>
      new AIMessage({ content: "", tool_calls: [{ type: "tool_call", id: `call_${this.step}`, name, args }] });
    if (this.step <= this.steps) return call("work", { step: this.step });
    const results = (name: string) =>
      messages.filter((message) => ToolMessage.isInstance(message) && message.name === name).map(({ text }) => text);
    const first = results("work")[0] ?? "";
    const fetched = results("get_tool_output").at(-1);
    const reference = /out_[0-9a-f]{24}/.exec(first)?.[0];
    if (reference && fetched === undefined) return call("get_tool_output", { id: reference, start: 1, end: 1 });
    return new AIMessage((fetched ?? first).split("\n")[0] ?? "");
  }
}

const ROLES: Readonly<Record<string, string>> = { human: "user", ai: "assistant", tool: "tool", system: "system" };

/** The message as sent to OpenAI's API, so that rules are checked independently of the middleware. */
function asOpenAi(message: BaseMessage): object {
  const role = ROLES[message.type];
  if (ToolMessage.isInstance(message)) return { role, tool_call_id: message.tool_call_id, content: message.content };
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  const tool_calls = calls.map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return {
    role,
    content: calls.length > 0 && message.content === "" ? null : message.content,
    ...(calls.length > 0 && { tool_calls }),
  };
}
