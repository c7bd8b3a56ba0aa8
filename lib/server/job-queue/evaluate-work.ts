import * as z from "zod";
import { mayPass } from "../http/problem";
import { evaluate } from "../judge/evaluate";
import { forgetLater } from "../judge/forget-answers";
import { isStopping } from "../process/stopping";
import { dropBody, readBody } from "./job-body";
import { wholeWork } from "./work";

/** The body is a file, kept while the work may have to restart. */
export const evaluateWork = wholeWork(z.object({}), "light", async (_, context) => {
  const { id, signal } = context;
  try {
    const answer = await evaluate(await readBody(id), context);
    await dropBody(id);
    return answer;
  } catch (error) {
    if (signal.aborted ? !isStopping() : !mayPass(error)) await dropBody(id);
    throw error;
  } finally {
    forgetLater();
  }
});
