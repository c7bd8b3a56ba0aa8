-- CreateTable
CREATE TABLE "SessionNote" (
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C",
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "SessionNote_pkey" PRIMARY KEY ("sessionId")
);

-- CreateTable
CREATE TABLE "SessionTag" (
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "tag" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "SessionTag_pkey" PRIMARY KEY ("sessionId","tag")
);

-- CreateTable
CREATE TABLE "SearchState" (
    "number" BIGSERIAL NOT NULL,
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "fileId" TEXT COLLATE "C" NOT NULL,
    "messages" BIGINT NOT NULL,
    "isWhole" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "SearchState_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "Setting" (
    "name" TEXT COLLATE "C" NOT NULL,
    "valueJson" TEXT COLLATE "C" NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "SessionTag_tag_idx" ON "SessionTag"("tag");

-- CreateIndex
CREATE UNIQUE INDEX "SearchState_sessionId_key" ON "SearchState"("sessionId");
