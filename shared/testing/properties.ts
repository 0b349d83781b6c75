import process from 'node:process';
import fc from 'fast-check';

/**
 * Properties are tried on the same cases in every run of `npm test`: what fails there, the change has broken.
 * `npm run test:faults` looks for new cases, with a seed that is another one each time.
 */
if (process.env['SCENEWRIGHT_NEW_CASES'] === undefined) fc.configureGlobal({ seed: 20_261_122 });

export { fc };
