import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ImportQueue } from "@/components/library/import-queue";
import { isUnsent } from "@/components/library/import-types";

/** A browser whose server is gone: uploads end with an error event, and calls are rejected. */
beforeEach(() => {
  class LostUpload {
    upload = {};
    onerror = () => {};
    open() {}
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.onerror());
    }
  }
  vi.stubGlobal("XMLHttpRequest", LostUpload);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const named = (name: string) => ({ name, bytes: 3, file: new File(["{}\n"], name) });

test("an upload whose server is gone keeps its report, because the page is not reloaded without a server", async () => {
  const onImported = vi.fn();
  const queue = new ImportQueue(onImported);
  queue.addFiles([named("a.jsonl")]);
  await vi.waitFor(() => expect(queue.snapshot()[0]?.phase).toBe("failed"));
  expect(queue.snapshot()[0]?.failure?.code).toBe("connection-lost");
  expect(onImported).not.toHaveBeenCalled();
});

test("a running import reports that the server does not respond, until it does", async () => {
  vi.useFakeTimers();
  const job = { id: "j", state: "running", progress: { bytes_read: 1, bytes_total: 3 }, ended_at: null };
  let isUp = true;
  vi.stubGlobal("fetch", async () => {
    if (!isUp) throw new TypeError("fetch failed");
    return new Response(JSON.stringify({ job, ...job }), { status: 202 });
  });
  const queue = new ImportQueue(() => {});
  const isSilent = async () => {
    await vi.advanceTimersByTimeAsync(2000);
    return queue.snapshot()[0]?.isSilent ?? false;
  };
  await queue.addFound("claude", "Claude Code", ["a.jsonl"], 3);
  expect(await isSilent()).toBe(false);
  isUp = false;
  expect(await isSilent()).toBe(true);
  isUp = true;
  expect(await isSilent()).toBe(false);
});

test("can wait for the end of an import, even if it has already ended; unsent files are distinguished from running work", async () => {
  const queue = new ImportQueue(() => {});
  queue.addFiles([named("a.jsonl"), named("b.jsonl")]);
  expect(queue.snapshot().map(isUnsent)).toEqual([true, true]);
  const [first, second] = queue.snapshot();
  expect((await queue.whenEnded(second?.key ?? "")).phase).toBe("failed");
  expect((await queue.whenEnded(first?.key ?? "")).phase).toBe("failed");
  expect(queue.snapshot().some(isUnsent)).toBe(false);
});

test("the browser asks before it leaves while files remain to be sent, whichever page is shown", async () => {
  const asking = new Set<unknown>();
  vi.stubGlobal("addEventListener", (_name: string, listener: unknown) => asking.add(listener));
  vi.stubGlobal("removeEventListener", (_name: string, listener: unknown) => asking.delete(listener));
  const queue = new ImportQueue();
  queue.addFiles([named("a.jsonl")]);
  expect(asking.size).toBe(1);
  await vi.waitFor(() => expect(queue.snapshot().some(isUnsent)).toBe(false));
  expect(asking.size).toBe(0);
});

test("several files are all sent first, each answered with a job; a single one is read immediately", async () => {
  const sent: string[] = [];
  class Upload {
    upload = {};
    onload = () => {};
    status = 202;
    responseText = "";
    open(_method: string, address: string) {
      sent.push(address);
      this.responseText = JSON.stringify({ job: { id: `j${sent.length}` } });
    }
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal("XMLHttpRequest", Upload);
  let isRead = false;
  const asked = new Set<string>();
  vi.stubGlobal("fetch", async (address: string) => {
    asked.add(address);
    return Response.json({
      state: "done",
      progress: null,
      ended_at: isRead ? "2026-03-01T00:00:00Z" : null,
      result: { files: [] },
    });
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const queue = new ImportQueue(() => {});
  queue.addFiles(["a", "b", "c", "d", "e"].map((name) => named(`${name}.jsonl`)));
  await vi.waitFor(() => expect(queue.snapshot().some(isUnsent)).toBe(false));
  // No file has been read yet, and closing the tab now loses nothing. Three jobs are polled at a time.
  expect(sent).toEqual(["a", "b", "c", "d", "e"].map(() => "/api/sessions?job=1"));
  expect(queue.snapshot().map(({ phase }) => phase)).toEqual(Array(5).fill("sent"));
  expect(asked.size).toBe(3);
  isRead = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(queue.snapshot().map(({ phase }) => phase)).toEqual(Array(5).fill("done"));

  queue.addFiles([named("f.jsonl")]);
  await vi.waitFor(() => expect(sent).toHaveLength(6));
  expect(sent[5]).toBe("/api/sessions");
});
