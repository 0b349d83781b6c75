import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** The editor's pages: `vite build` to `out/renderer`, `vite` for hot reload. */
export default defineConfig({
  root: path.join(root, 'renderer'),
  // The same build is served from `app://editor/` and from the service's own address.
  base: './',
  plugins: [react()],
  build: {
    outDir: path.join(root, 'out', 'renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: true,
  },
});
