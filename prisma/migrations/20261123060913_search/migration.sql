-- The full-text index of all messages. Its rowid is number << 22 | message, with the number of SearchState. It keeps no
-- text: the files of the sessions have that. Words arrive separated by spaces and in lower case (lib/search/words.ts).
CREATE VIRTUAL TABLE "_SearchText" USING fts5(words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0');
