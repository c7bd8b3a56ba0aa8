/** Crush's tables, as far as they are read. https://github.com/charmbracelet/crush internal/db/migrations */
export const CRUSH_SCHEMA = `
  create table goose_db_version (id integer primary key autoincrement, version_id integer not null);
  create table sessions (
    id TEXT PRIMARY KEY,
    parent_session_id TEXT,
    title TEXT NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0 CHECK (message_count >= 0),
    prompt_tokens  INTEGER NOT NULL DEFAULT 0,
    completion_tokens  INTEGER NOT NULL DEFAULT 0,
    cost REAL NOT NULL DEFAULT 0.0,
    updated_at INTEGER NOT NULL,  -- Unix timestamp in milliseconds
    created_at INTEGER NOT NULL   -- Unix timestamp in milliseconds
  , summary_message_id TEXT);
  create table files (
    id TEXT PRIMARY KEY, session_id TEXT NOT NULL, path TEXT NOT NULL, content TEXT NOT NULL, UNIQUE(path, session_id)
  );
  create table messages (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    role TEXT NOT NULL,
    parts TEXT NOT NULL default '[]',
    model TEXT,
    created_at INTEGER NOT NULL,  -- Unix timestamp in milliseconds
    updated_at INTEGER NOT NULL,
    finished_at INTEGER, provider TEXT, is_summary_message INTEGER DEFAULT 0 NOT NULL
  );
  create index idx_messages_session_id ON messages (session_id);`;

const START = 1_754_709_060;

export const crushSession = (id: string, more: Record<string, string | number | null> = {}) => ({
  id,
  title: `Title of ${id}`,
  updated_at: START,
  created_at: START,
  ...more,
});

type Part = { readonly type: string; readonly data: Record<string, unknown> };

/** `at`: seconds after the start. */
export const crushMessage = (
  id: string,
  session: string,
  role: string,
  parts: readonly Part[] | string,
  at: number,
) => ({
  id,
  session_id: session,
  role,
  parts: typeof parts === "string" ? parts : JSON.stringify(parts),
  model: role === "assistant" ? "gpt-5" : "",
  created_at: START + at,
  updated_at: START + at,
});
