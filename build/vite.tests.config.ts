import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * Bundles the programs that tests start and kill dozens of times, because few files start in half of the time. The
 * bundles of service and command contain the product programs that tests start.
 */
export default defineConfig(
  nodeBundle({
    entry: 'electron/service/workspace/testing/crash-child.ts',
    folder: 'out/tests',
    beside: {
      'render-process': 'electron/service/renders/testing/render-process.ts',
      'killed-child': 'electron/service/farm/blobs/testing/killed-child.ts',
      'inspection-thread': 'electron/service/inspection/inspection-thread.ts',
      'compose-thread': 'electron/service/engine/compose/compose-thread.ts',
      'drawing-thread': 'electron/service/drawings/drawing-thread.ts',
      'photo-thread': 'electron/service/sources/photos/photo-thread.ts',
      'table-thread': 'electron/service/tables/table-thread.ts',
    },
    chunkFileNames: '[name]-[hash].js',
  }),
);
