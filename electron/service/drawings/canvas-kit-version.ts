import { createRequire } from 'node:module';

/** Returns the version of the installed CanvasKit. Another version may draw other pixels. */
export function canvasKitVersion(): string {
  const load = createRequire(import.meta.url);
  const manifest: unknown = load('canvaskit-wasm/package.json');
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest))
    throw new Error('CanvasKit does not say its version');
  return String(manifest.version);
}
