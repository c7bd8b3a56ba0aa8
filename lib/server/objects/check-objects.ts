import { objectStore } from "./object-store";

/** At the start: rejects with a readable sentence if the bucket cannot be listed, or its SDK is missing. */
export async function checkObjects(): Promise<void> {
  const store = objectStore();
  if (store.kind !== "s3") return;
  try {
    await store.bucket.page(null);
  } catch (error) {
    const { message, cause } = error as Error;
    const said = cause instanceof Error ? `: ${cause.message}` : "";
    throw new Error(
      `${message}${said}. WINNOW_OBJECTS names it; keys, region and endpoint are the AWS_… variables (docs/objects.md)`,
    );
  }
}
