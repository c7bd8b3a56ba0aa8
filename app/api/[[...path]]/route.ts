import { Problem } from "@/lib/api/problem";
import { guard } from "@/lib/server/door/guard";
import { LIMITS } from "@/lib/server/process/limits";

export const dynamic = "force-dynamic";

/** Answers unknown API paths with a problem, as for every other failure, instead of an HTML page. */
const notFound = guard<{ path?: string[] }>(
  async () => {
    throw new Problem(404, "no-such-route", "there is no such route");
  },
  { maxBody: LIMITS.uploadBytes },
);

export {
  notFound as DELETE,
  notFound as GET,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
