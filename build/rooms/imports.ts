import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An import between two files. Both paths are relative to the project root and have slashes. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/**
 * Matches the specifier in `from './x.ts'`, `import './x.css'`, `import('#shared/x.ts')`, or `new URL('./x.ts',
 * import.meta.url)`.
 */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])((?:\.{1,2}|#[a-z]+)\/[^'"\n]+)\1/g;
const TEST = /\.(?:test|spec|property|arbitrary)\.tsx?$|(?:^|\/)testing\//;

/** The folders of the subpath imports, as in package.json. */
const LAYERS: Readonly<Record<string, string>> = {
  '#shared': 'shared',
  '#service': 'electron/service',
  '#main': 'electron/main',
  '#preload': 'electron/preload',
  '#renderer': 'renderer',
};

/** Returns the shipped files of a layer, without tests, test helpers, and declarations. */
export function sourcesOf(root: string, layer: string): readonly string[] {
  return globSync(`${layer}/**/*.{ts,tsx}`, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !TEST.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** Returns the imports between project files in these files. Includes imports of types and style sheets. */
export function readImports(root: string, files: readonly string[]): readonly Import[] {
  return files.flatMap((from) => importsIn(from, readFileSync(path.join(root, from), 'utf8')));
}

/** Returns the imports of project files in a source text. */
export function importsIn(from: string, text: string): readonly Import[] {
  return [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => ({
    from,
    to: target(from, specifier.replace(/\?.*$/, '')),
  }));
}

function target(from: string, specifier: string): string {
  if (!specifier.startsWith('#')) return path.posix.join(path.posix.dirname(from), specifier);
  const [prefix = '', ...below] = specifier.split('/');
  return [LAYERS[prefix] ?? prefix, ...below].join('/');
}
