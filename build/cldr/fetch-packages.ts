import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PackagingError } from '../packages/script.ts';

/** The version of CLDR. A new version needs the digests of its packages: `npm view NAME@VERSION dist.integrity`. */
export const CLDR_VERSION = '48.2.0';

const integrities = {
  'cldr-core': 'sha512-zfmLothncSwfv2jlevoSrgI2VGgH8SDGHXst6jUEotHA8nq9Igeg9jzdJDFtBso9pgJuG89DK16TzrmZDdo2Bg==',
  'cldr-numbers-full':
    'sha512-0EQ+UkVDsyXOlxnWnL1RIENVZFqCnb04D1Yrku0obnOyttbuZz8tHmUd5c5AEvhGS/Gg2zI4fTaCm51LSGITog==',
  'cldr-dates-full': 'sha512-zMrKvjMO414HDftLr6vKH1fNQHakFNe+F1h4S0eg+zmL4WRi9pI41fxB3UrTJDY42MEM87jCuAw/qlqCgYKcAQ==',
  'cldr-misc-full': 'sha512-dSc2Tr53dQcUGwsTinamEeoP2YXOhQrIZ+SyeuUrv4MzJOSjT/Q0qkSmX11ZwfcTbYSkIqbrgALQLhAm1yf5fA==',
} as const;

export type CldrPackage = keyof typeof integrities;

/** Reads a JSON file of a package, such as `main/de/numbers.json`. */
export type ReadCldr = (name: CldrPackage, file: string) => Promise<unknown>;

const run = promisify(execFile);

/**
 * Downloads the packages of CLDR into a folder and unpacks them. Returns a reader of their JSON files and the text of
 * the Unicode License. Throws {@link PackagingError} if the digest of a package differs.
 */
export async function fetchCldr(folder: string): Promise<{ readonly read: ReadCldr; readonly licence: string }> {
  for (const [name, integrity] of Object.entries(integrities)) {
    await run('npm', ['pack', `${name}@${CLDR_VERSION}`, '--silent', '--pack-destination', folder], { cwd: folder });
    const archive = join(folder, `${name}-${CLDR_VERSION}.tgz`);
    const digest = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`;
    if (digest !== integrity)
      throw new PackagingError(`${name} ${CLDR_VERSION} has the digest ${digest}; fetch-packages.ts has ${integrity}.`);
    await run('mkdir', [join(folder, name)]);
    await run('tar', ['-xzf', archive, '-C', join(folder, name), '--strip-components', '1']);
  }
  return {
    read: async (name, file) => JSON.parse(await readFile(join(folder, name, file), 'utf8')),
    licence: await readFile(join(folder, 'cldr-core', 'LICENSE'), 'utf8'),
  };
}
