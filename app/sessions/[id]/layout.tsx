import type { ReactNode } from "react";
import { TourBar } from "@/components/session/tour-bar";
import { findSession } from "@/lib/server/sessions/sessions";
import { Words } from "../../words";
import { orNotFound } from "./or-not-found";

type Props = { children: ReactNode; params: Promise<{ id: string }> };

/**
 * Looks up the session before any part of its page is sent. The page is streamed behind a loading line with status 200,
 * so it could no longer answer "not found".
 */
export default async function SessionLayout({ children, params }: Props) {
  const { id } = await params;
  await orNotFound(findSession(id));
  return (
    <Words areas={["session", "causes", "timeline", "results", "ownWindow", "exports"]}>
      <TourBar id={id} />
      {children}
    </Words>
  );
}
