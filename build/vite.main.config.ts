import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

/** Bundles the main process of Electron into one file. The bundle contains everything except Electron and Node. */
export default defineConfig(nodeBundle({ entry: 'electron/main/main.ts', folder: 'out/main', external: ['electron'] }));
