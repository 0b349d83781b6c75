import { builtinModules } from 'node:module';
import path from 'node:path';
import type { UserConfig } from 'vite';

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
}

/**
 * Returns the Vite configuration of a Node program. Its bundle contains everything except `external` and the modules of
 * Node.
 */
export function nodeBundle({ entry, folder, external = [], beside = {}, chunkFileNames }: NodeBundle): UserConfig {
  return {
    root,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: path.join(root, folder),
      emptyOutDir: true,
      target: 'node24',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries({ main: entry, ...beside }).map(([name, file]) => [name, path.join(root, file)]),
        ),
        external: [...external, /^node:/, ...builtinModules],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          ...(chunkFileNames === undefined ? { codeSplitting: false } : { chunkFileNames }),
        },
      },
    },
  };
}
