-- Sessions that pass several filters are counted in this index alone: their rows are wide and lie far apart.
CREATE INDEX "LibraryItem_filters" ON "LibraryItem" ("started")
  INCLUDE ("client", "project", "compactions", "breaks", "errors", "copyOf", "projectId", "sessionId") WHERE NOT "isBinned";
