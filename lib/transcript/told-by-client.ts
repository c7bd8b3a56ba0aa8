const BLOCK = /^<(system-reminder|environment_context|session_context|user_instructions)>.*<\/\1>$/s;

/** What clients put before the first prompt, in a message of its own or in the prompt's: date, folder, tools. */
export const isToldByClient = (text: string): boolean => BLOCK.test(text.trim());
