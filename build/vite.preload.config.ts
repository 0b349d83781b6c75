import path from 'node:path';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Bundles the preload script, which runs in the window before the page. The sandbox of Electron accepts only one
 * CommonJS file.
 */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    lib: {
      entry: path.join(root, 'electron', 'preload', 'preload.ts'),
      formats: ['cjs'],
      fileName: () => 'preload.cjs',
    },
    outDir: path.join(root, 'out', 'preload'),
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: true,
    minify: false,
    rolldownOptions: { external: ['electron'] },
  },
});
