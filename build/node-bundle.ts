import { builtinModules } from 'node:module';
import path from 'node:path';
import type { UserConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** What a bundle is made of, in folders of the checkout. */
export interface NodeBundle {
  readonly entry: string;
  readonly folder: string;
  /** What is there where it runs, beside Node's own modules. */
  readonly external?: readonly string[];
  /** What lies beside it, by the names of the files: threads that it starts, and what others load alone. */
  readonly beside?: Readonly<Record<string, string>>;
  /** How files are named that are loaded only when they are needed; without it, all lies in one file. */
  readonly chunkFileNames?: string;
}

/** A program that runs on Node: with everything in it but what is named and Node itself. */
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
