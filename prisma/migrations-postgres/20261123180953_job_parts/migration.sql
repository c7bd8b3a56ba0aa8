-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "attempts" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "cancelAskedAt" TIMESTAMP(3),
ADD COLUMN     "paramsJson" TEXT COLLATE "C",
ADD COLUMN     "partsLeft" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "progressJson" TEXT COLLATE "C",
ADD COLUMN     "runner" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "JobPart" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'waiting',
    "resultJson" TEXT COLLATE "C",

    CONSTRAINT "JobPart_pkey" PRIMARY KEY ("jobId","position")
);

-- CreateIndex
CREATE INDEX "Job_createdAt_idx" ON "Job"("createdAt");

-- AddForeignKey
ALTER TABLE "JobPart" ADD CONSTRAINT "JobPart_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
