import * as z from "zod";
import { type Answer, count, named, share } from "./fields";

const sessionIds = z
  .array(z.string().min(1).max(128))
  .min(1)
  .max(200)
  .refine((ids) => new Set(ids).size === ids.length, "a session is listed twice");
const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/** One group: listed sessions, or all that match every filter. */
const arm = z
  .strictObject({
    sessions: sessionIds.optional().describe("Ids of sessions. The built-in example counts only if it is named."),
    folder: z.string().max(4_000).optional().describe("The project's folder, exactly."),
    client: z.string().max(200).optional().describe("The program that wrote the session, exactly."),
    title: z.string().min(1).max(200).optional().describe("A text in the title, ignoring case."),
    from: moment.optional().describe("Sessions that began at this time or later."),
    before: moment.optional().describe("Sessions that began before this time."),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), "an arm needs sessions or a filter");
export type ArmChoice = z.infer<typeof arm>;

const pairBy = z.enum(["prompt", "folder", "hand", "none"]);

/** Body of POST /api/two-arms. */
export const twoArmsBody = z
  .strictObject({
    a: arm.describe("The group without the tool, or before the change."),
    b: arm.describe("The group with the tool, or after the change."),
    pair_by: pairBy
      .default("prompt")
      .describe(
        "How sessions are matched as the same task: the same first prompt, the same folder, `pairs`, or nothing (the groups are then compared as wholes).",
      ),
    pairs: z
      .array(z.tuple([z.string().max(128), z.string().max(128)]))
      .min(1)
      .max(200)
      .optional()
      .describe("With `hand`: pairs of session ids, from A and from B."),
    unit: z
      .enum(["usd", "tokens"])
      .default("usd")
      .describe("The unit of the bill: US dollars at the prices of each request's day, or tokens."),
    across_models: z.boolean().default(false).describe("Keep pairs whose sessions used different models."),
  })
  .refine(({ pair_by, pairs }) => (pair_by === "hand") === (pairs !== undefined), {
    message: "pairs require pair_by: hand",
    path: ["pairs"],
  })
  .meta({ id: "TwoArmsBody" });
export type TwoArmsBody = z.infer<typeof twoArmsBody>;

export const estimate = z.strictObject({
  mean: z.number().describe("What was measured."),
  low: z.number().describe("The lower end of the 95 % interval."),
  high: z.number().describe("The upper end."),
});

const billPart = named("BillPart", "One part of the bill, per task.", {
  part: z
    .enum(["turns", "plainInput", "reads", "writes", "output", "others", "total"])
    .describe(
      "`turns`: requests of the main agent; `plainInput`, `reads`, `writes`, `output`: its tokens; `others`: usage of other agents, both sub-agents and a tool's own calls if logged; `total`: the bill.",
    ),
  a: z.number().describe("Mean per task in A, in the unit; for `turns` a number."),
  b: z.number().describe("The same in B."),
  change: estimate
    .nullable()
    .describe("B relative to A as a share: −0.15 is 15 % less. null if A has none of this part."),
  difference: estimate.describe("B minus A, in the unit."),
});
export type BillPartAnswer = Answer<typeof billPart>;

const side = z.strictObject({
  sessions: z.array(z.string()).describe("Their ids."),
  amount: z.number().describe("The mean bill of these sessions, in the unit."),
});

const armTask = named("ArmTask", "One task that both groups did.", {
  title: z.string().describe("The title of one of its sessions; `All sessions` if the groups are compared as wholes."),
  a: side,
  b: side,
  change: z.number().nullable().describe("B relative to A as a share; null if A cost nothing."),
});
export type ArmTask = Answer<typeof armTask>;

const armLeftOut = named("ArmLeftOut", "A session left out of the comparison.", {
  id: z.string().describe("The session."),
  title: z.string().describe("Its title."),
  arm: z.enum(["a", "b"]).describe("Its arm."),
  reason: z
    .enum(["no-bill", "no-key", "no-partner", "other-model"])
    .describe(
      "`no-bill`: a request without usage, or without a price; `no-key`: no first prompt or folder; `no-partner`: the other group did not do this task; `other-model`: it did, with another model.",
    ),
});
export type ArmLeftOut = Answer<typeof armLeftOut>;

/** The answer to POST /api/two-arms. */
export const twoArmsAnswer = named(
  "TwoArms",
  "A comparison of two groups of sessions. It does not judge the quality of their results.",
  {
    verdict: z
      .enum(["cheaper", "dearer", "noise", "too-few"])
      .describe(
        "B relative to A. `cheaper`, `dearer`: the interval excludes zero, and randomly assigned groups differ as much in fewer than one of 40 cases; `noise`: neither; `too-few`: even if all pairs agreed, it could be chance.",
      ),
    unit: z.enum(["usd", "tokens"]).describe("What amounts are in."),
    pair_by: pairBy.describe("How sessions were matched as the same task."),
    pairs: count("Pairs: the smaller number of sessions of the two groups, summed over the tasks."),
    parts: z.array(billPart).describe("The bill in parts; empty without a pair."),
    tasks: z.array(armTask).describe("Compared tasks, costliest first."),
    left_out: z.array(armLeftOut).describe("Sessions left out, with reasons."),
    repeats: z
      .strictObject({
        tasks: count("Tasks that one group did more than once."),
        difference: share(
          "Mean difference between two sessions of the same group and task, relative to their mean.",
        ).nullable(),
      })
      .describe("The noise between repeats of the same task."),
    needed: z
      .strictObject({
        five: count("For a saving of 5 %.").nullable(),
        ten: count("For a saving of 10 %.").nullable(),
      })
      .describe("Pairs that would show it four times out of five; null if unknown."),
    visible: share("The smallest saving that these pairs would show four times out of five.").nullable(),
    models: z
      .strictObject({ a: z.array(z.string()), b: z.array(z.string()) })
      .describe("Models with the most answers in the compared sessions of each group."),
    output_floors: count("Compared sessions whose log contains only part of the output, so their bill is too low."),
  },
);
export type TwoArmsAnswer = Answer<typeof twoArmsAnswer>;
