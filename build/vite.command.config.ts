import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/**
 * The command as few files: loading a hundred and fifty takes longer than much of what it does. What only one of its commands
 * needs is loaded by that command alone.
 */
export default defineConfig(
  nodeBundle({
    entry: 'electron/service/command/main.ts',
    folder: 'out/command',
    beside: {
      'compose-thread': 'electron/service/engine/compose/compose-thread.ts',
      'drawing-thread': 'electron/service/drawings/drawing-thread.ts',
      'photo-thread': 'electron/service/sources/photos/photo-thread.ts',
    },
    chunkFileNames: '[name]-[hash].js',
  }),
);
