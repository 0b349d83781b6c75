import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { packageApp } from './package-app.ts';
import { runScript } from './script.ts';

// `npm run package`: makes the installable app of this system or of the named systems in `release`.
await runScript(async () => {
  const { values } = parseArgs({
    options: {
      linux: { type: 'boolean', default: false },
      mac: { type: 'boolean', default: false },
      win: { type: 'boolean', default: false },
      arch: { type: 'string', multiple: true, default: [] },
      dir: { type: 'boolean', default: false },
      electron: { type: 'string' },
      'without-ffmpeg': { type: 'boolean', default: false },
      'ffmpeg-folder': { type: 'string' },
      'ffmpeg-source': { type: 'string' },
    },
  });
  const systems = (['linux', 'mac', 'win'] as const).filter((os) => values[os]);
  const own = process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'win' : 'linux';
  for (const os of systems.length > 0 ? systems : ([own] as const)) {
    const files = await packageApp({
      os,
      architectures: values.arch,
      unpacked: values.dir,
      ...(values.electron !== undefined && { electronDist: values.electron }),
      ffmpeg: values['without-ffmpeg']
        ? 'none'
        : {
            folder: values['ffmpeg-folder'] ?? env['SCENEWRIGHT_FFMPEG_FOLDER'] ?? null,
            source: values['ffmpeg-source'] ?? env['SCENEWRIGHT_FFMPEG_SOURCE'] ?? null,
          },
    });
    for (const file of files) console.log(file);
  }
});
