/** What the two packages of the SDK export, as types: nothing of them is loaded by that. */
export type S3Sdk = typeof import("@aws-sdk/client-s3") & Pick<typeof import("@aws-sdk/lib-storage"), "Upload">;

const PACKAGES = ["@aws-sdk/client-s3", "@aws-sdk/lib-storage"] as const;

/**
 * Loads the SDK of S3, which is 23 MB that most do without, so that it is not part of the published package. Rejects with a
 * sentence that says what to install.
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

/** By a name that bundlers do not follow, so that neither the server's build nor the package takes the SDK in. */
const importPackage = (name: string): Promise<object> =>
  import(/* turbopackIgnore: true */ /* webpackIgnore: true */ name);
