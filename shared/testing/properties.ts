import fc from 'fast-check';
import { scale } from './scale.ts';

/**
 * Use the same cases in every quick run, so that only changed code can cause a failure. The full scale uses a new seed
 * in each run to find new cases.
 */
if (scale === 'quick') fc.configureGlobal({ seed: 20_261_122 });

export { fc };
