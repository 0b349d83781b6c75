import { join } from 'node:path';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { platformNames } from './platforms.ts';
import { runScript, usualStaging } from './script.ts';
import { stageFfmpeg } from './stage-ffmpeg.ts';

// `npm run package:ffmpeg`: provides FFmpeg for the packages, from pinned downloads or from a folder.
await runScript(async () => {
  const { values } = parseArgs({
    options: {
      platform: { type: 'string', multiple: true, default: [] },
      folder: { type: 'string' },
      licence: { type: 'string', multiple: true, default: [] },
      source: { type: 'string' },
    },
  });
  const chosen = values.platform.length > 0 ? values.platform : platformNames(process.platform, [process.arch]);
  for (const platform of chosen) {
    const files = await stageFfmpeg({
      platform,
      folder: values.folder ?? env['SCENEWRIGHT_FFMPEG_FOLDER'] ?? null,
      licences: values.licence,
      source: values.source ?? env['SCENEWRIGHT_FFMPEG_SOURCE'] ?? null,
      target: join(usualStaging, 'ffmpeg', platform),
    });
    console.log(`FFmpeg for ${platform}: ${files.join(', ')}`);
  }
});
