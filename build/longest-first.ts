import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files of both scales. If they started last, each would run alone while the other processors are
 * idle. An outdated or missing name only costs time.
 */
const LONGEST = [
  'electron/service/farm/farm-kills.full.test.ts',
  'build/packages/package.full.test.ts',
  'electron/service/drawings/damaged-stills.full.test.ts',
  'electron/service/farm/farm-partitions.full.test.ts',
  'electron/service/sources/facts/mutated-render.full.test.ts',
  'electron/service/renders/killed-sending.full.test.ts',
  'electron/service/renders/model.full.test.ts',
  'electron/service/engine/one-take.full.test.ts',
  'electron/service/renders/killed.full.test.ts',
  'electron/service/workspace/kill.full.test.ts',
  'electron/service/workspace/power-cut.full.test.ts',
  'electron/service/film-check/film-evidence.full.test.ts',
  'electron/service/command/test-command.full.test.ts',
  'packages/tests/python/python.full.test.ts',
  'packages/tests/client/package.full.test.ts',
  'electron/service/engine/film-size.full.test.ts',
  'electron/service/farm/farm-formats.full.test.ts',
  'electron/service/live-tables/live-tables.full.test.ts',
  'electron/service/media-views/proxy.full.test.ts',
  'electron/service/farm/worker/worker-process.full.test.ts',
  'renderer/playback/streamed-film.full.test.ts',
  'designs/designs.full.test.ts',
  'electron/service/sources/faulty-files.full.test.ts',
  'electron/service/sources/changing-streams.full.test.ts',
  'electron/service/agents/agents.full.test.ts',
  'electron/service/farm/worker-kills.full.test.ts',
  'electron/service/command/package-output.full.test.ts',
  'electron/service/engine/exact-frames.full.test.ts',
  'electron/service/sources/facts/cut-files.full.test.ts',
  'electron/service/farm/making/jobs.full.test.ts',
  'electron/service/command/watch-command.full.test.ts',
  'electron/service/engine/transparent-films.full.test.ts',
];

/** Starts the slowest test files first, and then all other files in the order of Vitest, which is by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/'));
      return place === -1 ? LONGEST.length : place;
    };
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}
