const BLOCK = /^<(system-reminder|environment_context|session_context|user_instructions)>.*<\/\1>$/s;

/** True for text that a client adds before the first prompt, such as the date, the folder and the tools. */
export const isInjectedByClient = (text: string): boolean => BLOCK.test(text.trim());
