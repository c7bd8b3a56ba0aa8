import * as z from "zod";
import { whole } from "../grammar/params";

/** Parameters of every strategy that summarises: emphasis and maximum length. */

export const instructions = z.string().max(4000).default("").describe("What the summary should emphasise");

export const summaryTokens = (tokens: number) => whole(tokens, "Maximum tokens of the summary", 50);
