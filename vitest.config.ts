import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { findFullScaleFiles } from './build/full-scale-files.ts';
import { LongestFirst } from './build/longest-first.ts';
import { promiseTags } from './build/promise-table.ts';
import { scale } from './shared/testing/scale.ts';

const FULL = '**/*.full.test.ts';
const FULL_TESTS = `{shared,electron,renderer,build,examples,designs,packages}/${FULL}`;
/** The tests of the farm, which needs Redis. Redis does not run on Windows. */
const REDIS_TESTS =
  process.platform === 'win32'
    ? ['electron/service/farm/*.test.ts', 'electron/service/farm/{queue,worker}/**', '**/redis-process.test.ts']
    : [];
/** The quick scale leaves these files out: most take minutes, and loading them would take time too. */
const leftOut = scale === 'full' ? [] : findFullScaleFiles(import.meta.dirname, FULL_TESTS);

/**
 * Two projects: `npm run check` runs `unit`, the files `*.test.ts`; `npm test` adds `full`, the files `*.full.test.ts`,
 * which render films, start programs, or take minutes. `TEST_SCALE=full` adds tests and raises the amounts of
 * `shared/testing/scale.ts`.
 */
export default defineConfig({
  test: {
    // Each test names its other requirements of the machine.
    env: {
      TZ: 'UTC',
      LC_ALL: 'C.UTF-8',
      // Tests must not find fonts that a user has added to this machine.
      SCENEWRIGHT_FONTS: path.join(import.meta.dirname, 'out', 'no-fonts'),
      // Tests fetch nothing from the network; no server listens on this port.
      SCENEWRIGHT_FONTS_REGISTRY: 'http://127.0.0.1:1',
      // Programs that tests start reuse the compiled code of earlier runs from this folder.
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'out', 'compile-cache'),
    },
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 50_000 } },
    globalSetup: 'build/test-media.ts',
    // Node loads the modules. Vite would transform each of them in the main process.
    setupFiles: ['./build/test-modules.mjs'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    tags: [...promiseTags, { name: 'full-scale', description: 'A test of a file that only the full scale runs' }],
    // Most tests wait for programs that they start, so a third worker for two processors saves a quarter of the time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,electron,renderer,build,examples,designs,packages,e2e}/**/*.test.{ts,tsx}'],
          exclude: [FULL, ...REDIS_TESTS],
          // Files of a worker share its modules and globals: loading them again would take half of the time. A test
          // that replaces a global restores it.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'full',
          include: [FULL_TESTS],
          exclude: [...leftOut, ...REDIS_TESTS],
          testTimeout: scale === 'full' ? 900_000 : 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
