import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/** Electron's main process: one file, with everything but Electron and Node in it. */
export default defineConfig(nodeBundle({ entry: 'electron/main/main.ts', folder: 'out/main', external: ['electron'] }));
