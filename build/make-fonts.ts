import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { withoutTable } from './font-without-table.ts';

/** Writes the bundled fonts and their license into the folder that the argument names. */
const [, , target = ''] = process.argv;
const packages = path.resolve(import.meta.dirname, '../node_modules');

await mkdir(target, { recursive: true });
const licences = new Set<string>();
for (const { from, file, digest } of bundledFonts) {
  const whole = await readFile(path.join(packages, from));
  // Remove the SVG glyphs, which are never drawn. The font also has them in a supported format.
  const bytes = withoutTable(whole, 'SVG ');
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== digest)
    throw new Error(`${from} has the digest ${actual}; shared/drawings/fonts/bundled-fonts.ts says ${digest}`);
  await writeFile(path.join(target, file), bytes);
  licences.add(await readFile(path.join(packages, from, '../../LICENSE_FONT'), 'utf8'));
}
await writeFile(path.join(target, 'LICENSE-OFL.txt'), [...licences].join(`\n\n${'-'.repeat(80)}\n\n`));
