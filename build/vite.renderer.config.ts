import path from 'node:path';
import process from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { NONCE_MARK } from '#shared/contract/page-policy.ts';
import { guidePlugin } from './guide/guide-plugin.ts';
import { serviceProxy } from './service-proxy.ts';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The pages of the editor: `vite build` writes them to `out/renderer`, and `npm run dev` serves them with hot reload.
 */
export default defineConfig({
  root: path.join(root, 'renderer'),
  // The same build is served from `app://editor/` and from the address of the service.
  base: './',
  plugins: [react(), guidePlugin()],
  // The server of the page replaces this mark with a new nonce in each response.
  html: { cspNonce: NONCE_MARK },
  build: {
    outDir: path.join(root, 'out', 'renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: true,
    // Write all assets as files: the content security policy of the page does not allow data URLs.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    ...serviceProxy(process.env),
  },
});
