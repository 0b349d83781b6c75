import path from 'node:path';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** Bundles the script and the style sheet of forms and of pages of films, which the service serves under fixed names. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: path.join(root, 'out', 'link-pages'),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: path.join(root, 'renderer', 'link-pages', 'main.ts'),
      // Only the modules of the pages have side effects. The tables of the language, which the code for cropping needs,
      // have no side effects.
      treeshake: { moduleSideEffects: (id) => id.includes('/link-pages/') },
      output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false },
    },
  },
});
