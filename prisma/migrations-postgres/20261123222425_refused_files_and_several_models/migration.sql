-- AlterTable
ALTER TABLE "ModelStatement" ADD COLUMN     "changesJson" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "RefusedFile" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT COLLATE "C" NOT NULL,
    "reportJson" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RefusedFile_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RefusedFile_createdAt_idx" ON "RefusedFile"("createdAt");
