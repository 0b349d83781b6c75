import process from 'node:process';

/** A problem that the user must fix before the set-up can continue. */
export class SetUpError extends Error {
  /**
   * @param {string} message one line with the missing part and instructions
   * @param {string} [details] the output of the program that failed
   */
  constructor(message, details = '') {
    super(details === '' ? message : `${message}\n${details}`);
    this.name = 'SetUpError';
  }
}

/**
 * Prints a step of the set-up to standard error. Standard output is for the program that runs after the set-up.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs the main function of a script. Prints the message and the details of a {@link SetUpError} without a stack trace,
 * and exits with code 1.
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
