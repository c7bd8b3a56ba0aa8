import { callApi } from "@/components/api/call-api";
import type { FollowAnswer } from "@/lib/api/schemas/discovery";

const POLL_MS = 2_000;

/**
 * The followed folders, shared by all components of the page. Asks the server once, and then polls only while something
 * is followed and the page is visible.
 */
export class FollowStore {
  #state: FollowAnswer | null = null;
  #failure: string | null = null;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Number of the last request to the server. Answers may arrive out of order, and only that request's answer counts. */
  #question = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };
  snapshot = (): FollowAnswer | null => this.#state;
  /** Why the last change failed; null if it did not. */
  failure = (): string | null => this.#failure;

  async change(root: string, on: boolean): Promise<void> {
    await this.#ask({ root, on });
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

  async #ask(change: { readonly root: string; readonly on: boolean } | null = null): Promise<void> {
    this.#question += 1;
    const question = this.#question;
    if (this.#timer) clearTimeout(this.#timer);
    const called = await (change ? callApi("PUT /api/follow", { body: change }) : callApi("GET /api/follow"));
    if (question !== this.#question) return;
    if (called.ok) this.#state = called.value;
    if (called.ok || change) this.#failure = called.ok ? null : called.failure.message;
    for (const listener of this.#listeners) listener();
    this.#plan();
  }

  #plan(): void {
    if (this.#listeners.size === 0 || document.hidden || !this.#isFollowing()) return;
    this.#timer = setTimeout(() => void this.#ask(), POLL_MS);
  }
}

export const followStore = new FollowStore();
