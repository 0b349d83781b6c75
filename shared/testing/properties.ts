import process from 'node:process';
import fc from 'fast-check';

/**
 * Use the same cases in every run of `npm test`, so that only a change can cause a failure. `npm run test:faults` uses
 * a new seed in each run to find new cases.
 */
if (process.env['SCENEWRIGHT_NEW_CASES'] === undefined) fc.configureGlobal({ seed: 20_261_122 });

export { fc };
