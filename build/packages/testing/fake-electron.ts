import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { FuseState, FuseV1Options, FuseVersion } from '@electron/fuses';

/** The text before the fuses in Electron's program. Tools search for this text. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = Object.values(FuseV1Options).filter((value) => typeof value === 'number').length;

/**
 * Makes a folder like the distribution of Electron for Linux, for packaging tests without Electron. Its program
 * consists only of the fuses, with the same states as in the download of Electron.
 */
export async function makeFakeElectron(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  await writeFile(join(folder, 'locales', 'en-US.pak'), '');
  const wire = Buffer.from([Number(FuseVersion.V1), FUSES, ...Array.from({ length: FUSES }, () => FuseState.ENABLE)]);
  const program = Buffer.concat([Buffer.from('stand-in\n'), Buffer.from(SENTINEL), wire, Buffer.from('\n')]);
  await writeFile(join(folder, 'electron'), program);
  await chmod(join(folder, 'electron'), 0o755);
  await writeFile(join(folder, 'version'), version);
  await createPackage(join(folder, 'locales'), join(folder, 'resources', 'default_app.asar'));
  await writeFile(join(folder, 'LICENSE'), 'Electron');
  await writeFile(join(folder, 'LICENSES.chromium.html'), 'Chromium');
}
