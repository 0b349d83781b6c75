import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { SetUpError, say } from './set-up-error.mjs';

const target = path.join(root, 'out', 'fonts');
const stamp = path.join(root, 'out', 'fonts.stamp');
const recipe = [
  'build/make-fonts.ts',
  'build/font-without-table.ts',
  'shared/drawings/fonts/bundled-fonts.ts',
  'shared/template/tables/bundled-families.ts',
];

/**
 * Copies the bundled fonts into `out/fonts` if their table has changed. Throws {@link SetUpError} if the digest of a
 * font differs.
 * @param {string} node
 */
export async function provideFonts(node) {
  const expected = recipe.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return;
  say('Copying the fonts …');
  const { code, output } = await runProgram(node, [path.join(root, 'build', 'make-fonts.ts'), target]);
  if (code !== 0) throw new SetUpError('Copying the fonts failed:', output.trim());
  writeFileSync(stamp, expected);
}
