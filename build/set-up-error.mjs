import process from 'node:process';

/** Something that a person must put right before the set-up can go on. */
export class SetUpError extends Error {
  /**
   * @param {string} message one line: what is missing and how to get it
   * @param {string} [details] what the program that failed printed
   */
  constructor(message, details = '') {
    super(details === '' ? message : `${message}\n${details}`);
    this.name = 'SetUpError';
  }
}

/**
 * Says what the set-up is doing. Standard output belongs to what is run afterwards.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a script's main function; what a person must put right ends it in plain words and exit code 1.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
