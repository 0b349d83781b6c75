import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, from the slowest. If they started last, each would run alone while the other processors are
 * idle. An outdated or missing name only costs time.
 */
const LONGEST = [
  'electron/service/farm/farm-kills.slow.test.ts',
  'build/packages/package.faults.test.ts',
  'electron/service/drawings/damaged-stills.faults.test.ts',
  'electron/service/farm/farm-partitions.faults.test.ts',
  'electron/service/renders/killed.slow.test.ts',
  'electron/service/workspace/kill.slow.test.ts',
  'electron/service/workspace/power-cut.slow.test.ts',
  'electron/service/sources/facts/mutated-render.faults.test.ts',
  'electron/service/renders/killed-sending.faults.test.ts',
  'electron/service/renders/model.faults.test.ts',
  'electron/service/http/event-loop.slow.test.ts',
  'electron/service/engine/part-cache.slow.test.ts',
  'electron/service/farm/making/jobs.slow.test.ts',
  'renderer/playback/preview-truth.slow.test.ts',
  'renderer/playback/preview-frames.slow.test.ts',
  'electron/service/engine/one-take.faults.test.ts',
  'electron/service/farm/worker/worker-process.slow.test.ts',
  'examples/examples.slow.test.ts',
  'electron/service/engine/faults.slow.test.ts',
  'designs/designs.slow.test.ts',
  'electron/service/engine/exact-frames.slow.test.ts',
  'electron/service/media-views/film-frame.slow.test.ts',
];

/** Starts the slowest test files first, and then the others in the order of Vitest, which is by size. */
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
