import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * The service as a checkout runs it, as few files: it starts in half of the time that hundreds take, and bundling takes
 * seconds where compiling them takes more than a minute on a small machine. Packages hold what is compiled.
 */
export default defineConfig(
  nodeBundle({
    entry: 'electron/service/serve/main.ts',
    folder: 'out/service',
    beside: {
      // A program of its own, of the same parts.
      worker: 'electron/service/farm/worker/main.ts',
      'inspection-thread': 'electron/service/inspection/inspection-thread.ts',
      'compose-thread': 'electron/service/engine/compose/compose-thread.ts',
      'drawing-thread': 'electron/service/drawings/drawing-thread.ts',
      'photo-thread': 'electron/service/sources/photos/photo-thread.ts',
      // The examples' clips are made as those of the sample project are.
      'clip-recipes': 'electron/service/samples/clip-recipes.ts',
    },
    chunkFileNames: '[name]-[hash].js',
  }),
);
