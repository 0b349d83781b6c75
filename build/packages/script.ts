import { resolve } from 'node:path';

/** The folder of this checkout. */
export const root = resolve(import.meta.dirname, '../..');

/** The folder in which packaging assembles additional files. */
export const stagingFolder = resolve(root, 'out/package');

/** An error that the person who makes the package can fix. */
export class PackagingError extends Error {
  override readonly name = 'PackagingError';
}

/** Runs the main function of a script. Prints a {@link PackagingError} as one sentence and exits with code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof PackagingError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
