import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, slowest first. If they started last, each would run alone while the other processors are
 * idle. An outdated or missing name only costs time.
 */
const LONGEST = [
  'electron/service/farm/farm-kills.full.test.ts',
  'build/packages/package.full.test.ts',
  'electron/service/drawings/damaged-stills.full.test.ts',
  'electron/service/farm/farm-partitions.full.test.ts',
  'electron/service/renders/killed.full.test.ts',
  'electron/service/workspace/kill.full.test.ts',
  'electron/service/workspace/power-cut.full.test.ts',
  'electron/service/sources/facts/mutated-render.full.test.ts',
  'electron/service/renders/killed-sending.full.test.ts',
  'electron/service/renders/model.full.test.ts',
  'electron/service/http/event-loop.full.test.ts',
  'electron/service/engine/part-cache.full.test.ts',
  'electron/service/farm/making/jobs.full.test.ts',
  'renderer/playback/preview-truth.full.test.ts',
  'renderer/playback/preview-frames.full.test.ts',
  'electron/service/engine/one-take.full.test.ts',
  'electron/service/farm/worker/worker-process.full.test.ts',
  'examples/examples.full.test.ts',
  'electron/service/engine/faults.full.test.ts',
  'designs/designs.full.test.ts',
  'electron/service/engine/exact-frames.full.test.ts',
  'electron/service/media-views/film-frame.full.test.ts',
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
