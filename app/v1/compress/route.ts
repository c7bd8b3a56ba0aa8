import { dispatch } from "@/lib/server/routes/dispatch";

export const dynamic = "force-dynamic";

export {
  dispatch as DELETE,
  dispatch as GET,
  dispatch as OPTIONS,
  dispatch as PATCH,
  dispatch as POST,
  dispatch as PUT,
};
