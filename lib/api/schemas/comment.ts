import * as z from "zod";
import { MAX_COMMENT } from "../comment-limit";
import { type Answer, named, time } from "./fields";

const text = z
  .string()
  .trim()
  .min(1)
  .max(MAX_COMMENT)
  .describe(`The reader's text, at most ${MAX_COMMENT} characters.`);
const place = {
  agent: z.string().min(1).max(200).describe("The agent that sent the request."),
  index_in_agent: z.int().min(0).describe("The request, by its `index_in_agent` in GET /api/sessions/:id/requests."),
};

export const comment = named("Comment", "A reader's comment on a request.", {
  id: z.string().describe("The id of the comment."),
  ...place,
  text: z.string().describe("Plain text."),
  created_at: time("When it was written."),
  changed_at: time("When it was last changed.").nullable().describe("null: never. ISO 8601."),
});
export type CommentJson = Answer<typeof comment>;

/** The answer to GET /api/sessions/:id/comments. */
export const commentList = named("CommentList", "The comments on a session, in request order.", {
  comments: z.array(comment),
});

/** The body of POST /api/sessions/:id/comments. */
export const commentBody = named("CommentBody", "A new comment.", {
  agent: place.agent.default("main"),
  index_in_agent: place.index_in_agent,
  text,
});

/** The body of PATCH /api/sessions/:id/comments/:commentId. */
export const commentPatch = named("CommentPatch", "A new text for a comment.", { text });
