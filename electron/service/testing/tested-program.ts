import { resolve } from 'node:path';

const SERVICE = resolve(import.meta.dirname, '..');
const OUT = resolve(SERVICE, '../../out');

/**
 * The bundles of the programs, each with the names of its files, by the source of the program below `electron/service`.
 */
const bundled = {
  'serve/main.ts': ['service', 'main.js'],
  'farm/worker/main.ts': ['service', 'worker.js'],
  'serve/agents-main.ts': ['service', 'agents.js'],
  'command/main.ts': ['command', 'main.js'],
  'workspace/testing/crash-child.ts': ['tests', 'main.js'],
  'renders/testing/render-process.ts': ['tests', 'render-process.js'],
  'farm/blobs/testing/killed-child.ts': ['tests', 'killed-child.js'],
} as const;

/**
 * Returns the file of a program that a test starts. This is the bundle, which starts in half the time, if
 * `build/test-media.ts` found that it matches the sources. Otherwise it is the source.
 */
export function testedProgram(source: keyof typeof bundled): string {
  const [bundle, file] = bundled[source];
  const fresh = process.env['SCENEWRIGHT_TESTED_BUNDLES']?.split(' ') ?? [];
  return fresh.includes(bundle) ? resolve(OUT, bundle, file) : resolve(SERVICE, source);
}
