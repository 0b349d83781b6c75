import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './build/longest-first.ts';
import { moreAmongFaults } from './build/more-among-faults.ts';
import { promiseTags } from './build/promise-table.ts';

const SLOW = '**/*.slow.test.ts';
const FAULTS = '**/*.faults.test.ts';
/** Windows has no Redis and runs no part of a farm. */
const REDIS_TESTS =
  process.platform === 'win32'
    ? ['electron/service/farm/*.test.ts', 'electron/service/farm/{queue,worker}/**', '**/redis-process.test.ts']
    : [];
const SLOW_TESTS = `{shared,electron,renderer,build,examples,designs}/${SLOW}`;
/**
 * Slow tests that run with larger amounts among the faults, and then not among the slow tests; properties get new cases
 * there.
 */
const more = moreAmongFaults(import.meta.dirname, SLOW_TESTS);

/** Returns the amounts of random tests; the environment can override them, for example before a release. */
function amounts(usual: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(usual).map(([name, amount]) => [name, process.env[name] ?? amount]));
}

/**
 * Three projects: `npm run check` runs `unit`; `npm test` adds `slow`, the tests that render films or start programs;
 * `npm run test:faults` runs `faults`, the tests that take minutes. The name of a file selects its project:
 * `*.test.ts`, `*.slow.test.ts`, or `*.faults.test.ts`.
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
    globalSetup: 'build/test-media.ts',
    tags: promiseTags,
    // Most tests wait for programs that they start.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,electron,renderer,build,examples,designs,e2e}/**/*.test.{ts,tsx}'],
          exclude: [SLOW, FAULTS, ...REDIS_TESTS],
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
          name: 'slow',
          include: [SLOW_TESTS],
          exclude: [...(process.env['SCENEWRIGHT_FAULTS_FOLLOW'] === 'yes' ? more : []), ...REDIS_TESTS],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: [
            `{shared,electron,renderer,build,examples}/${FAULTS}`,
            '{shared,electron,renderer}/**/*.property.test.ts',
            ...more,
          ],
          exclude: REDIS_TESTS,
          env: amounts({
            SCENEWRIGHT_NEW_CASES: 'yes',
            SCENEWRIGHT_CASES: 'all',
            SCENEWRIGHT_KILL_CYCLES: '100',
            SCENEWRIGHT_RENDER_KILLS: '40',
            SCENEWRIGHT_RANDOM_FILMS: '100',
            SCENEWRIGHT_RANDOM_PREVIEWS: '40',
            SCENEWRIGHT_FARM_KILLS: '100',
            SCENEWRIGHT_FARM_FILMS: '24',
            SCENEWRIGHT_WORKER_KILLS: '2000',
            SCENEWRIGHT_MODEL_RUNS: '500',
            SCENEWRIGHT_POWER_CUT_WAYS: '3',
            SCENEWRIGHT_FUZZ_SECONDS: '30',
            SCENEWRIGHT_MUTATED_MEDIA: '200',
            SCENEWRIGHT_MUTATED_RENDERS: '50',
          }),
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
