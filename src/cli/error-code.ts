/** @file What the system says of a failure. */

/** The code of a system's error, as `ENOENT`; undefined for other errors. */
export const errorCode = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;

const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

/** Null where there is no such file or folder. */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (ABSENT.includes(errorCode(thrown))) return null;
    throw thrown;
  }
}
