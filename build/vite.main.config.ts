import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** Electron's main process: one file, with everything but Electron and Node in it. */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path.join(root, 'electron', 'main', 'main.ts'),
    outDir: path.join(root, 'out', 'main'),
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      external: ['electron', /^node:/, ...builtinModules],
      // What is loaded only when it is needed lies in the same file.
      output: { format: 'es', entryFileNames: 'main.js', codeSplitting: false },
    },
  },
});
