/** The exports of the SDK's two packages, as types only; nothing is loaded. */
export type S3Sdk = typeof import("@aws-sdk/client-s3") & Pick<typeof import("@aws-sdk/lib-storage"), "Upload">;

const PACKAGES = ["@aws-sdk/client-s3", "@aws-sdk/lib-storage"] as const;

/**
 * Loads the S3 SDK, which is not part of the published package, because it has 23 MB and few need it. Rejects with a
 * sentence on what to install.
 */
export async function loadS3Sdk(load: (name: string) => Promise<object> = importPackage): Promise<S3Sdk> {
  try {
    const [client, storage] = await Promise.all(PACKAGES.map(load));
    return { ...client, ...storage } as S3Sdk;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new Error(
      `WINNOW_OBJECTS names a bucket, and the packages that speak S3 are not installed: npm install ${PACKAGES.join(" ")} beside Winnow (with -g, if Winnow was installed with it)`,
    );
  }
}

/** Uses a dynamic name that bundlers do not follow, so neither the server's build nor the package includes the SDK. */
const importPackage = (name: string): Promise<object> =>
  import(/* turbopackIgnore: true */ /* webpackIgnore: true */ name);
