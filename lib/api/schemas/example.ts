import * as z from "zod";
import { named } from "./fields";

/** The answer to GET /api/examples. */
export const exampleList = named("ExampleList", "The examples of the articles, by article.", {
  groups: z.array(
    z.strictObject({
      title: z.string().describe("What the article is about."),
      examples: z.array(
        z.strictObject({
          id: z.string().describe("For POST /api/examples/{id}."),
          title: z.string().describe("What it shows."),
          before: z.string().describe("The history before the strategy runs."),
          result: z.string().describe("The result according to the article."),
          compare: z
            .string()
            .describe("The query with which the Compare page of the imported session runs the example's strategies."),
        }),
      ),
    }),
  ),
});
