import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/** Bundles Electron's main process into one file with everything except Electron and Node. */
export default defineConfig(nodeBundle({ entry: 'electron/main/main.ts', folder: 'out/main', external: ['electron'] }));
