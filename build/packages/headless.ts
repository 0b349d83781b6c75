import { join } from 'node:path';
import { packHeadless } from './headless-package.ts';
import { root, runScript, stagingFolder } from './script.ts';

// `npm run package:headless`: packs the command and the service as one file for `npm install -g`.
await runScript(async () => {
  console.log(
    await packHeadless(join(stagingFolder, 'headless'), join(root, 'release'), join(stagingFolder, 'ffmpeg')),
  );
});
