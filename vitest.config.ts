import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './build/longest-first.ts';
import { moreAmongFaults } from './build/more-among-faults.ts';

const SLOW = '**/*.slow.test.ts';
const FAULTS = '**/*.faults.test.ts';
/** There is no Redis for Windows, where no part of a farm runs. */
const WITH_REDIS =
  process.platform === 'win32'
    ? ['electron/service/farm/*.test.ts', 'electron/service/farm/{queue,worker}/**', '**/redis-process.test.ts']
    : [];
const SLOW_TESTS = `{shared,electron,renderer,build,examples,designs}/${SLOW}`;
/**
 * Slow tests of which more is run among the faults, and then not among the slow ones; properties are tried there on new
 * cases.
 */
const more = moreAmongFaults(import.meta.dirname, SLOW_TESTS);

/** How much of it; the environment may ask for other amounts, such as before a release. */
function amounts(usual: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(usual).map(([name, amount]) => [name, process.env[name] ?? amount]));
}

/**
 * Three projects: `unit` is what `npm run check` runs; `slow` are the tests that render films or start programs,
 * which only `npm test` runs as well; `faults` are those that take minutes, for `npm run test:faults`. A file
 * says by its name which it belongs to: `*.test.ts`, `*.slow.test.ts` or `*.faults.test.ts`.
 */
export default defineConfig({
  test: {
    // What a test needs from the machine it names itself.
    env: {
      TZ: 'UTC',
      LC_ALL: 'C.UTF-8',
      // Fonts that somebody has added to this machine would be found by what is tested.
      SCENEWRIGHT_FONTS: path.join(import.meta.dirname, 'out', 'no-fonts'),
      // Nothing is fetched from the network; nobody answers there.
      SCENEWRIGHT_FONTS_REGISTRY: 'http://127.0.0.1:1',
      // Programs that tests start read the compiled form of the sources that an earlier one left here.
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'out', 'compile-cache'),
    },
    globalSetup: 'build/test-media.ts',
    // Most tests wait for programs that they start.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,electron,renderer,build,examples,designs,e2e}/**/*.test.{ts,tsx}'],
          exclude: [SLOW, FAULTS, ...WITH_REDIS],
          // The files of a worker share its modules and globals: half of the time would go into loading them anew. A
          // test that puts something in their place puts it back.
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
          exclude: [...(process.env['SCENEWRIGHT_FAULTS_FOLLOW'] === 'yes' ? more : []), ...WITH_REDIS],
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
          exclude: WITH_REDIS,
          env: amounts({
            SCENEWRIGHT_NEW_CASES: 'yes',
            SCENEWRIGHT_CASES: 'all',
            SCENEWRIGHT_KILL_CYCLES: '100',
            SCENEWRIGHT_RENDER_KILLS: '40',
            SCENEWRIGHT_RANDOM_FILMS: '100',
            SCENEWRIGHT_RANDOM_PREVIEWS: '40',
            SCENEWRIGHT_FARM_KILLS: '100',
            SCENEWRIGHT_FARM_FILMS: '24',
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
