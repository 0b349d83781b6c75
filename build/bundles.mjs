import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fingerprint, sourcesIn } from './fingerprint.mjs';
import { root, toolProgram } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { SetUpError, say } from './set-up-error.mjs';

/**
 * The bundles that Vite builds: their source folders, their configurations, if they are not only the one of the same
 * name, and their result.
 * @type {Readonly<Record<string, { words: string, inputs: readonly string[], texts?: readonly string[], configs?: readonly string[], result: string }>>}
 */
const bundles = {
  renderer: {
    words: 'the editor',
    // The bundle contains the fonts, so that a change of the fonts makes it stale.
    inputs: ['renderer', 'shared', 'out/fonts', 'build/guide', 'docs/pictures', 'docs/screenshots'],
    texts: ['docs/users-guide.md', 'docs/users-guide.de.md', 'docs/template-language.md', ...wordsOfDesigns()],
    result: 'out/renderer/index.html',
  },
  main: {
    words: 'the desktop app',
    inputs: ['electron/main', 'electron/service', 'shared'],
    result: 'out/main/main.js',
  },
  service: { words: 'the service', inputs: ['electron/service', 'shared'], result: 'out/service/main.js' },
  command: {
    words: 'the command',
    inputs: ['electron/service', 'shared'],
    configs: ['command', 'program'],
    result: 'out/command/main.js',
  },
  pages: {
    words: 'the pages of links',
    inputs: ['renderer/link-pages', 'renderer/interaction', 'shared'],
    texts: ['renderer/shell/frame/mark.svg'],
    result: 'out/link-pages/page.js',
  },
  preload: { words: "the window's bridge", inputs: ['electron/preload', 'shared'], result: 'out/preload/preload.cjs' },
  tests: {
    words: 'programs that tests kill',
    inputs: ['electron/service', 'shared'],
    result: 'out/tests/main.js',
  },
};

/**
 * Returns the files with the translations of the forms of designs.
 * @returns {readonly string[]}
 */
function wordsOfDesigns() {
  return sourcesIn('designs')
    .filter((file) => /words\.\w+\.json$/.test(file))
    .map((file) => path.relative(root, file));
}

/** @typedef {'renderer' | 'pages' | 'main' | 'service' | 'command' | 'preload' | 'tests'} BundleName */

/**
 * The bundles of the programs that tests start dozens of times.
 * @type {readonly BundleName[]}
 */
export const testedBundles = ['service', 'command', 'tests', 'pages'];

/** @type {readonly BundleName[]} */
export const allBundles = ['renderer', 'pages', 'main', 'service', 'command', 'preload'];

/**
 * Returns the bundles that the service needs. Includes the editor if `--editor` is among the arguments.
 * @param {readonly string[]} args of the service
 * @returns {readonly BundleName[]}
 */
export function serviceBundles(args) {
  return args.includes('--editor') ? ['service', 'pages', 'renderer'] : ['service', 'pages'];
}

/**
 * Builds the bundles whose sources have changed. Throws {@link SetUpError} with the output of Vite.
 * @param {string} node
 * @param {readonly BundleName[]} names
 */
export async function buildBundles(node, names) {
  for (const name of names) await buildBundle(node, name);
}

/**
 * Returns whether a bundle exists and its sources have not changed since it was built.
 * @param {BundleName} name
 */
export function isFresh(name) {
  const { stamp, expected, result } = stateOf(name);
  return existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === expected;
}

/** @param {BundleName} name */
function stateOf(name) {
  const bundle = bundles[name];
  if (bundle === undefined) throw new Error(`there is no bundle ${name}`);
  const configs = (bundle.configs ?? [name]).map((each) => path.join(root, 'build', `vite.${each}.config.ts`));
  const recipe = [...configs, path.join(root, 'build', 'node-bundle.ts'), path.join(root, 'package-lock.json')];
  const texts = (bundle.texts ?? []).map((file) => path.join(root, file));
  return {
    words: bundle.words,
    configs,
    stamp: path.join(root, 'out', `${name}.stamp`),
    expected: fingerprint([...recipe, ...texts, ...bundle.inputs.flatMap(sourcesIn)]),
    result: path.join(root, bundle.result),
  };
}

/**
 * @param {string} node
 * @param {BundleName} name
 */
async function buildBundle(node, name) {
  if (isFresh(name)) return;
  const { words, configs, stamp, expected } = stateOf(name);
  say(`Building ${words} …`);
  // Set NODE_ENV, because it is `test` under Vitest, and React would then be bundled for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const config of configs) {
    const args = [toolProgram('vite'), 'build', '--config', config, '--logLevel', 'warn'];
    const { code, output } = await runProgram(node, args, { env });
    if (code !== 0) throw new SetUpError(`Building ${words} failed:`, output.trim());
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, expected);
}
