import { resolve } from 'node:path';

/** The folder of this checkout. */
export const root = resolve(import.meta.dirname, '../..');

/** Where packaging puts what goes into packages. */
export const usualStaging = resolve(root, 'out/package');

/** Something that whoever makes the package must put right. */
export class PackagingError extends Error {
  override readonly name = 'PackagingError';
}

/** Runs a script's main function; what a person must put right ends it in plain words and exit code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof PackagingError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
