import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** That one file imports another, both from the root of the project, with slashes. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** `from './x.ts'`, `import './x.css'`, `import('./x.ts')`, `new URL('./x.ts', import.meta.url)`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])(\.{1,2}\/[^'"\n]+)\1/g;
const TEST = /\.(?:test|spec|property|arbitrary)\.tsx?$|(?:^|\/)testing\//;

/** What is shipped of a layer, without tests and what only they import. */
export function sourcesOf(root: string, layer: string): readonly string[] {
  return globSync(`${layer}/**/*.{ts,tsx}`, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !TEST.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** Every relative import in files of a layer, those of types and of style sheets too. */
export function readImports(root: string, files: readonly string[]): readonly Import[] {
  return files.flatMap((from) => importsIn(from, readFileSync(path.join(root, from), 'utf8')));
}

/** The relative imports that a file's text makes. */
export function importsIn(from: string, text: string): readonly Import[] {
  return [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => ({
    from,
    to: path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, '')),
  }));
}
