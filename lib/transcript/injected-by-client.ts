const TAG = /^<(system-reminder|system[_-]instruction|environment_context|session_context|user_instructions)>/;

/** A text without the blocks that a client puts in front, such as the date, the folder and the tools. */
export function withoutInjected(text: string): string {
  let rest = text.trim();
  for (;;) {
    const tag = TAG.exec(rest)?.[1];
    const end = tag === undefined ? -1 : rest.indexOf(`</${tag}>`);
    if (end < 0) return rest;
    rest = rest.slice(end + `</${tag}>`.length).trimStart();
  }
}

/** True for a text that consists only of blocks that a client puts in front. */
export const isInjectedByClient = (text: string): boolean => text.trim() !== "" && withoutInjected(text) === "";
