import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * Bundles the service for a checkout. The bundle starts in half of the time that hundreds of files take. Bundling takes
 * seconds; compiling takes more than a minute on a small machine. Packages contain compiled files instead.
 */
export default defineConfig(
  nodeBundle({
    entry: 'electron/service/serve/main.ts',
    folder: 'out/service',
    beside: {
      // The worker is a separate program with the same parts.
      worker: 'electron/service/farm/worker/main.ts',
      // The program for assistants uses the same parts.
      agents: 'electron/service/serve/agents-main.ts',
      'inspection-thread': 'electron/service/inspection/inspection-thread.ts',
      'compose-thread': 'electron/service/engine/compose/compose-thread.ts',
      'drawing-thread': 'electron/service/drawings/drawing-thread.ts',
      'photo-thread': 'electron/service/sources/photos/photo-thread.ts',
      'table-thread': 'electron/service/tables/table-thread.ts',
      // The clips of the examples have the same recipes as the sample project.
      'clip-recipes': 'electron/service/samples/clip-recipes.ts',
    },
    chunkFileNames: '[name]-[hash].js',
  }),
);
