import type { FollowedRoot } from "@/lib/api/schemas/discovery";

/** The answer of `/api/follow`. */
export type FollowState = { readonly changes: number; readonly roots: readonly FollowedRoot[] };

const POLL_MS = 2_000;

/**
 * What is followed, for every view of this page. Asked for once, and then again and again only while something is
 * followed and the page is in view.
 */
export class FollowStore {
  #state: FollowState | null = null;
  #failure: string | null = null;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Answers may overtake one another; only the last question counts. */
  #question = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };
  snapshot = (): FollowState | null => this.#state;
  /** Why the last change did not come about. */
  failure = (): string | null => this.#failure;

  async change(root: string, on: boolean): Promise<void> {
    await this.#ask({
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ root, on }),
    });
  }

  #start(): void {
    document.addEventListener("visibilitychange", this.#whenSeen);
    void this.#ask();
  }
  #stop(): void {
    document.removeEventListener("visibilitychange", this.#whenSeen);
    if (this.#timer) clearTimeout(this.#timer);
  }
  #whenSeen = (): void => {
    if (!document.hidden && this.#isFollowing()) void this.#ask();
  };
  #isFollowing = (): boolean => (this.#state?.roots.length ?? 0) > 0;

  async #ask(init: RequestInit = {}): Promise<void> {
    this.#question += 1;
    const question = this.#question;
    if (this.#timer) clearTimeout(this.#timer);
    const response = await fetch("/api/follow", init).catch(() => null);
    const body = (await response?.json().catch(() => null)) as (FollowState & { detail?: string }) | null;
    if (question !== this.#question) return;
    if (response?.ok && body) this.#state = body;
    const isChange = init.method !== undefined;
    if (response?.ok || isChange) this.#failure = response?.ok ? null : (body?.detail ?? "The server did not answer.");
    for (const listener of this.#listeners) listener();
    this.#plan();
  }

  #plan(): void {
    if (this.#listeners.size === 0 || document.hidden || !this.#isFollowing()) return;
    this.#timer = setTimeout(() => void this.#ask(), POLL_MS);
  }
}

export const followStore = new FollowStore();
