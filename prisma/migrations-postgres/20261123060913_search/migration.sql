-- The full-text index of all messages. Its id is number << 22 | message, with the number of SearchState. It keeps no
-- text: the files of the sessions have that. Words arrive separated by spaces and in lower case (lib/search/words.ts).
CREATE TABLE "_SearchText" (
    "id" BIGINT NOT NULL PRIMARY KEY,
    "words" TSVECTOR NOT NULL
);
CREATE INDEX "_SearchText_words" ON "_SearchText" USING GIN ("words");
