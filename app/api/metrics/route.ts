import { metricsAnswer } from "@/lib/server/answers/metrics";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** Counts and times for Prometheus. */
export const GET = guard(metricsAnswer);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
