import { SessionSkeleton } from "@/components/session/session-skeleton";
import { readerSay } from "../../words";

export default async function Loading() {
  const say = await readerSay();
  return <SessionSkeleton>{say("Loading the session…")}</SessionSkeleton>;
}
