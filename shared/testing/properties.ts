import process from 'node:process';
import fc from 'fast-check';

/**
 * Property tests use the same cases in every run of `npm test`, so a failure is caused by the change. `npm run
 * test:faults` uses a new seed in each run to find new cases.
 */
if (process.env['SCENEWRIGHT_NEW_CASES'] === undefined) fc.configureGlobal({ seed: 20_261_122 });

export { fc };
