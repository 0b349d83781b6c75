import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
const icon = path.join(root, 'renderer', 'shell', 'frame', 'mark.svg');

/** Bundles the script, the style sheet, and the icon of forms and of pages of films. The service serves fixed names. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    {
      name: 'icon-of-pages',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'icon.svg', source: readFileSync(icon) });
      },
    },
  ],
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
