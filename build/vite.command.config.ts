import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * Bundles the command into few files, because loading 150 files takes longer than many of its tasks. A part that only
 * one subcommand needs is loaded on demand.
 */
export default defineConfig(
  nodeBundle({
    entry: 'electron/service/command/main.ts',
    folder: 'out/command',
    beside: {
      'compose-thread': 'electron/service/engine/compose/compose-thread.ts',
      'drawing-thread': 'electron/service/drawings/drawing-thread.ts',
      'inspection-thread': 'electron/service/inspection/inspection-thread.ts',
      'photo-thread': 'electron/service/sources/photos/photo-thread.ts',
      'table-thread': 'electron/service/tables/table-thread.ts',
    },
    chunkFileNames: '[name]-[hash].js',
  }),
);
