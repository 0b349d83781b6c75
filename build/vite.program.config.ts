import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * Bundles the program of the command into one file of CommonJS, whose compiled functions `runWarm` loads from the cache.
 * A module that only one subcommand needs is evaluated on demand.
 */
export default defineConfig(
  nodeBundle({
    entry: 'electron/service/command/command-program.ts',
    name: 'program',
    folder: 'out/command',
    format: 'cjs',
  }),
);
