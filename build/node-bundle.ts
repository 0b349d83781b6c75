import { builtinModules } from 'node:module';
import path from 'node:path';
import type { Plugin, UserConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** The source and the result of a bundle, in folders of the checkout. */
export interface NodeBundle {
  readonly entry: string;
  readonly folder: string;
  /** Modules that exist at run time, besides the modules of Node. */
  readonly external?: readonly string[];
  /** Additional entry points by file name: threads that the program starts, and parts that other programs load. */
  readonly beside?: Readonly<Record<string, string>>;
  /** The name pattern of files that are loaded on demand. If it is absent, the bundle is one file. */
  readonly chunkFileNames?: string;
  /** The name of the entry point's file, without its ending; `main` by default. */
  readonly name?: string;
  /** The format of the modules; `es` by default. A bundle of CommonJS is added to the folder of another bundle. */
  readonly format?: 'es' | 'cjs';
}

/**
 * Returns the Vite configuration of a Node program. Its bundle contains everything except `external` and the modules of
 * Node.
 */
export function nodeBundle({
  entry,
  folder,
  external = [],
  beside = {},
  chunkFileNames,
  name = 'main',
  format = 'es',
}: NodeBundle): UserConfig {
  const isCommonJs = format === 'cjs';
  return {
    root,
    publicDir: false,
    plugins: isCommonJs ? [asciiPlugin] : [],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: path.join(root, folder),
      emptyOutDir: !isCommonJs,
      target: 'node24',
      sourcemap: !isCommonJs,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries({ [name]: entry, ...beside }).map(([key, file]) => [key, path.join(root, file)]),
        ),
        external: [...external, /^node:/, ...builtinModules],
        output: {
          format,
          entryFileNames: isCommonJs ? '[name].cjs' : '[name].js',
          ...(chunkFileNames === undefined ? { codeSplitting: false } : { chunkFileNames }),
        },
      },
    },
  };
}

/** Writes the code of a bundle in ASCII, after Vite's own changes. */
const asciiPlugin: Plugin = {
  name: 'ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = asAscii(file.code);
  },
};

/**
 * Returns the code in ASCII. Node reads a file of ASCII faster, and its text takes half of the memory. Throws an error if
 * a raw template has other characters, because an escape would change it.
 */
function asAscii(code: string): string {
  const raw = /String\.raw`[^`]*[^\0-\x7f][^`]*`/.exec(code);
  if (raw !== null) throw new Error(`Use escapes in ${raw[0]}.`);
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
