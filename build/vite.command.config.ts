import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * Bundles the entry point of the command and its threads, because loading 150 files takes longer than many of its tasks.
 * `vite.program.config.ts` bundles the program itself.
 */
export default defineConfig(
  nodeBundle({
    entry: 'electron/service/command/bundled-main.ts',
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
