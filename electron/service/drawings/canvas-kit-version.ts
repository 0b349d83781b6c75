import { createRequire } from 'node:module';

/** Returns the version of the installed CanvasKit. Another version may draw other pixels. */
export function canvasKitVersion(): string {
  const load = createRequire(import.meta.url);
  const described: unknown = load('canvaskit-wasm/package.json');
  if (typeof described !== 'object' || described === null || !('version' in described))
    throw new Error('CanvasKit does not say its version');
  return String(described.version);
}
