import { defineConfig } from 'vitest/config';

const SLOW = '**/*.slow.test.ts';

/**
 * Two projects: `unit` is what `npm run check` runs, in under a minute; `slow` are the tests that render whole films,
 * which only `npm test` runs as well. A file says by its name which it belongs to: `*.test.ts` or `*.slow.test.ts`.
 */
export default defineConfig({
  test: {
    // What a test needs from the machine it names itself.
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
    // Most tests wait for programs that they start.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,electron,renderer,build,examples}/**/*.test.{ts,tsx}'],
          exclude: [SLOW],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`{shared,electron,renderer,build,examples}/${SLOW}`],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
