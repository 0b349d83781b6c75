import { allBundles } from './bundles.mjs';
import { setUp } from './set-up.mjs';
import { runMain } from './set-up-error.mjs';

/** `npm run build`: the service, the editor, the desktop app; what is built already stays. */
await runMain(async () => {
  await setUp({ ffmpeg: false, bundles: allBundles });
  return 0;
});
