import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';

/** Builds the preload script and runs it with only the objects that Electron gives it. */
export async function loadPreload(outDir: string) {
  const configFile = resolve(import.meta.dirname, '../../../build/vite.preload.config.ts');
  await build({ configFile, logLevel: 'silent', build: { outDir } });
  const text = await readFile(resolve(outDir, 'preload.cjs'), 'utf8');
  const exposed: Record<string, unknown> = {};
  const posted: unknown[] = [];
  let listener: (event: unknown, name: unknown, payload: unknown) => void = () => undefined;
  const electron = {
    contextBridge: { exposeInMainWorld: (_name: string, value: object) => Object.assign(exposed, value) },
    ipcRenderer: {
      invoke: async (_channel: string, ...args: unknown[]) => structuredClone(args),
      on: (_channel: string, take: typeof listener) => {
        listener = take;
      },
    },
    webUtils: { getPathForFile: () => '' },
  };
  runInNewContext(text, {
    require: (name: string) => (name === 'electron' ? electron : null),
    process: { platform: 'linux' },
    window: {
      postMessage: (...message: readonly unknown[]) => posted.push(structuredClone(message)),
      addEventListener: () => undefined,
    },
    exports: {},
    module: { exports: {} },
  });
  return { text, exposed, posted, hear: (name: string, payload: unknown) => listener({}, name, payload) };
}
