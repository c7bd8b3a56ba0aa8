import { compress } from "winnow";

/** Keeps one conversation small: call it with the whole history before each request. */
export function keepSmall(settings) {
  const outputs = new Map(); // what was put aside, by its reference in the body
  let state = null;
  return {
    outputs,
    async shrink(body) {
      const { winnow, ...smaller } = await compress({ ...body, winnow: { ...settings, state } }, { outputs });
      state = winnow.state;
      return { body: smaller, saved: winnow.stats.tokens_saved };
    },
  };
}
