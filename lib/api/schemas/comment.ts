import * as z from "zod";
import { MAX_COMMENT } from "../comment-limit";
import { type Answer, named, time } from "./fields";

const text = z
  .string()
  .trim()
  .min(1)
  .max(MAX_COMMENT)
  .describe(`What the reader wrote, at most ${MAX_COMMENT} characters.`);
const place = {
  agent: z.string().min(1).max(200).describe("The agent that sent the request."),
  index_in_agent: z
    .int()
    .min(0)
    .describe("The request, as `index_in_agent` of GET /api/sessions/:id/requests counts it."),
};

export const comment = named("Comment", "What a reader wrote on a request.", {
  id: z.string().describe("The id of the comment."),
  ...place,
  text: z.string().describe("Plain text."),
  created_at: time("When it was written."),
  changed_at: time("When it was last changed.").nullable().describe("null: never. ISO 8601."),
});
export type CommentJson = Answer<typeof comment>;

/** The answer of GET /api/sessions/:id/comments. */
export const commentList = named("CommentList", "The comments on a session, in the order of its requests.", {
  comments: z.array(comment),
});

/** The body of POST /api/sessions/:id/comments. */
export const commentBody = named("CommentBody", "A comment to keep.", {
  agent: place.agent.default("main"),
  index_in_agent: place.index_in_agent,
  text,
});

/** The body of PATCH /api/sessions/:id/comments/:commentId. */
export const commentPatch = named("CommentPatch", "Another text for a comment.", { text });
