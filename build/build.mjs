import { allBundles } from './bundles.mjs';
import { setUp } from './set-up.mjs';
import { runMain } from './set-up-error.mjs';

/** `npm run build`: builds the stale parts of the service, the editor, and the desktop app. */
await runMain(async () => {
  await setUp({ ffmpeg: false, bundles: allBundles });
  return 0;
});
