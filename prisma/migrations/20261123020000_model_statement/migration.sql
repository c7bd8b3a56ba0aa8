-- CreateTable
CREATE TABLE "ModelStatement" (
    "subject" TEXT NOT NULL PRIMARY KEY,
    "model" TEXT,
    "window" INTEGER,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
