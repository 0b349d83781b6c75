import { globSync, readFileSync } from 'node:fs';
import { createRequire, enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

/** @typedef {import('node:module').ResolveFnOutput} Resolved */
/** @typedef {import('node:module').LoadFnOutput} Loaded */

const root = path.resolve(import.meta.dirname, '..');
/** @type {(...folder: string[]) => string} */
const urlOf = (...folder) => pathToFileURL(path.join(root, ...folder, path.sep)).href;
const renderer = urlOf('renderer');
/**
 * The folders of the subpath imports in `package.json`.
 * @type {Readonly<Record<string, string>>}
 */
const layers = {
  shared: urlOf('shared'),
  service: urlOf('electron', 'service'),
  main: urlOf('electron', 'main'),
  renderer,
};
/** An import of a module of this repository. Its URL follows without a search. */
const OWN_IMPORT = /^(?:#(?<layer>shared|service|main|renderer)\/|(?=\.))(?<file>.+\.tsx?)$/;
/** The mark of a process with registered hooks: Vitest loads this file for each test file. */
const REGISTERED = Symbol.for('scenewright.test-modules');

/**
 * Lets Node load the modules of tests: it removes types and caches the compiled code between runs. Vite would transform
 * each module in one process for all workers, which takes longer than most tests. Node lacks four features of Vite that
 * the editor uses: JSX, style sheets, URLs of files, and `import.meta.glob`. This file is JavaScript because Node needs
 * 0.1 s to load the code that removes types, and each worker loads this file before the cache.
 */
if (!Reflect.has(globalThis, REGISTERED)) {
  Reflect.set(globalThis, REGISTERED, true);
  enableCompileCache(path.join(root, 'out', 'compile-cache'));
  // Vitest ends workers with a signal, and Node itself writes the cache only at the end of the program.
  afterAll(() => flushCompileCache());
  registerHooks({
    resolve: (specifier, { parentURL }, next) => resolve(specifier, parentURL, next),
    load: (url, context, next) =>
      (url.startsWith(renderer) || url.endsWith('?url') ? load(url) : null) ?? next(url, context),
  });
}

/**
 * @param {string} specifier
 * @param {string | undefined} parent
 * @param {(specifier: string) => Resolved} next
 * @returns {Resolved}
 */
function resolve(specifier, parent, next) {
  if (specifier.endsWith('?url')) {
    return { url: `${next(specifier.slice(0, -'?url'.length)).url}?url`, shortCircuit: true };
  }
  const own = parent === undefined || parent.includes('/node_modules/') ? null : OWN_IMPORT.exec(specifier);
  if (own?.groups?.['file'] !== undefined) {
    const { layer, file } = own.groups;
    return { url: new URL(file, layer === undefined ? parent : layers[layer]).href, shortCircuit: true };
  }
  const resolved = next(specifier);
  const url = resolved.url.replace(/\?vitest=\d+$/, '');
  if (url === resolved.url) return resolved;
  // A worker of fast tests runs many files, but `afterAll` only applies to the first one.
  flushCompileCache();
  // Vitest adds the time to the URL of a test file. Each run would add the file to the cache again.
  return { ...resolved, url };
}

/**
 * Returns the source of a module that Node cannot load; null for all other modules.
 * @param {string} url
 * @returns {Loaded | null}
 */
function load(url) {
  if (url.endsWith('?url')) return moduleOf(`export default ${JSON.stringify(url)};`);
  if (url.endsWith('.css')) return moduleOf('export default new Proxy({}, { get: (_, name) => name });');
  if (!/\.tsx?$/.test(url)) return null;
  const file = fileURLToPath(url);
  const source = readFileSync(file, 'utf8');
  return url.endsWith('.tsx') || source.includes('import.meta.glob<') ? moduleOf(compile(file, source)) : null;
}

/**
 * @param {string} source
 * @returns {Loaded}
 */
function moduleOf(source) {
  return { format: 'module', source, shortCircuit: true };
}

/**
 * Removes types, compiles JSX, and replaces `import.meta.glob` by the files.
 * @param {string} file
 * @param {string} source
 * @returns {string}
 */
function compile(file, source) {
  // The compiler that Vite depends on.
  const requireOfVite = createRequire(createRequire(import.meta.url).resolve('vite/package.json'));
  /** @type {typeof import('rolldown/utils')} */
  const { transformSync } = requireOfVite('rolldown/utils');
  const { code, map, errors } = transformSync(file, source, { jsx: { runtime: 'automatic' }, sourcemap: true });
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const globbed = code.replace(
    /import\.meta\.glob\(\s*"([^"]+)",([^)]*)\)/g,
    (_, /** @type {string} */ pattern, /** @type {string} */ options) =>
      filesOf(path.dirname(file), pattern, options.includes('?url')),
  );
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${globbed}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}

/**
 * Returns an object literal with the URLs or the JSON values of the files by path.
 * @param {string} folder
 * @param {string} pattern
 * @param {boolean} asUrls
 * @returns {string}
 */
function filesOf(folder, pattern, asUrls) {
  const entries = globSync(pattern, { cwd: folder }).map((found) => {
    const file = path.join(folder, found);
    const value = asUrls ? JSON.stringify(pathToFileURL(file).href) : readFileSync(file, 'utf8');
    return `${JSON.stringify(found.replaceAll(path.sep, '/'))}: ${value}`;
  });
  return `{ ${entries.join(', ')} }`;
}
