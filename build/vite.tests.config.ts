import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * Bundles programs that tests start and kill dozens of times: with few files they start in half of the time. Product
 * programs that tests start are in the bundles of service and command.
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
    },
    chunkFileNames: '[name]-[hash].js',
  }),
);
