import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** The command as few files: loading a hundred and fifty takes longer than much of what it does. */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path.join(root, 'electron', 'service', 'command', 'main.ts'),
    outDir: path.join(root, 'out', 'command'),
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
    // What only one of its commands needs is loaded by that command alone.
    rolldownOptions: {
      external: [/^node:/, ...builtinModules],
      output: { format: 'es', entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
