import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { root } from './paths.mjs';
import { runMain, SetUpError } from './set-up-error.mjs';

/** @param {string | Uint8Array} content */
const digest = (content) => createHash('sha256').update(content).digest('hex');

/**
 * Runs the command of this checkout and returns its standard output.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} environment
 */
async function scenewright(args, environment = {}) {
  const program = path.join(root, 'build', 'scenewright.mjs');
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: root, env });
  return stdout;
}

/**
 * Returns the templates to render: the examples, and each design in one size. Adjacent designs have different sizes.
 * @param {string} scratch
 */
async function templates(scratch) {
  const names = (await readdir(path.join(root, 'examples'))).filter((name) => name.endsWith('.xml')).toSorted();
  const examples = names.map((name) => ({ name, file: path.join(root, 'examples', name) }));
  /** @type {{ designs: { name: string, sizes: string[] }[] }} */
  const { designs } = JSON.parse(await scenewright(['designs', '--json']));
  for (const [index, { name, sizes }] of designs.entries()) {
    const size = sizes[index % sizes.length] ?? '16:9';
    const folder = path.join(scratch, name);
    await scenewright(['new', name, folder, '--size', size]);
    examples.push({ name: `${name} ${size}`, file: path.join(folder, `${size.replace(':', 'x')}.xml`) });
  }
  return examples;
}

/**
 * Renders a film with an empty cache.
 * @param {{ name: string, file: string }} template
 * @param {string} scratch
 */
async function digests({ name, file }, scratch) {
  const cache = path.join(scratch, 'cache');
  const output = path.join(scratch, 'film.mp4');
  await scenewright(['render', file, '--out', output, '--quality', 'draft'], { SCENEWRIGHT_CACHE: cache });
  // Skip the other folders of the cache: the keys in them contain the path of a file.
  const keys = (await readdir(path.join(cache, 'kept'), { recursive: true })).toSorted();
  const line = `${name}: film ${digest(await readFile(output))} parts ${digest(keys.join('\n'))}`;
  await rm(cache, { recursive: true });
  return line;
}

/**
 * `npm run film-digests -- FILE` renders every example and design as a draft. For each film it prints the SHA-256 of
 * its bytes and of the names of its cached parts, which are their keys. If FILE does not exist, it writes FILE.
 * Otherwise, it compares the lines with FILE and exits with 1 if a line differs. The digests are valid for only one
 * build of FFmpeg.
 */
await runMain(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new SetUpError('Name the file to write or to compare with.');
  const knownLines = await readFile(file, 'utf8').then(
    (text) => new Set(text.split('\n')),
    () => null,
  );
  const scratch = await mkdtemp(path.join(tmpdir(), 'scenewright-digests-'));
  try {
    const lines = [];
    for (const template of await templates(scratch)) {
      const line = await digests(template, scratch);
      console.log(knownLines === null || knownLines.has(line) ? line : `DIFFERS ${line}`);
      lines.push(line);
    }
    if (knownLines === null) await writeFile(file, `${lines.join('\n')}\n`);
    return knownLines === null || lines.every((line) => knownLines.has(line)) ? 0 : 1;
  } finally {
    await rm(scratch, { recursive: true });
  }
});
