import type { ArmLeftOut, BillPartAnswer } from "../api/schemas/two-arms";

/** What the parts of a bill are called on the page. */
export const BILL_WORDS: Readonly<Record<BillPartAnswer["part"], { readonly title: string; readonly note: string }>> = {
  turns: { title: "Turns", note: "requests per task" },
  plainInput: { title: "Plain input", note: "sent without cache" },
  reads: { title: "Reads", note: "cached tokens" },
  writes: { title: "Writes", note: "cache writes" },
  output: { title: "Output", note: "what the model wrote" },
  others: { title: "Other agents", note: "sub-agents, own calls of a tool" },
  total: { title: "Bill", note: "all of it, per task" },
};

export const leftOutWords: Readonly<Record<ArmLeftOut["reason"], string>> = {
  "no-bill": "without usage of every request, or without prices",
  "no-key": "nothing to pair them by",
  "no-partner": "no partner in the other arm",
  "other-model": "another model in the other arm",
};
