import process from 'node:process';

type Scale = 'quick' | 'full';

/** The number of cases of a random test at each scale. `quick` is 0 if no quick test uses the entry. */
interface Amount extends Readonly<Record<Scale, number>> {
  readonly meaning: string;
}

/** The numbers of cases of random tests. `npm run docs` writes them into `docs/promises.md`. */
export const amounts = {
  killCycles: { quick: 4, full: 100, meaning: '`kill -9` during uploads, replaced assets, and saved templates' },
  renderKills: { quick: 2, full: 40, meaning: '`kill -9` during renders' },
  randomFilms: { quick: 0, full: 100, meaning: 'rendered random films with all features of the language' },
  randomPreviews: { quick: 0, full: 40, meaning: 'random films whose preview is compared with the engine' },
  pipeKills: { quick: 0, full: 500, meaning: 'kills of the programs at both ends of a composing thread’s pipes' },
  watchKills: { quick: 3, full: 100, meaning: '`kill -9` while a table is watched' },
  farmKills: {
    quick: 8,
    full: 100,
    meaning: 'kills of the workers, service, and queue of a farm, and emptied queues',
  },
  workerKills: {
    quick: 60,
    full: 2000,
    meaning: 'kills of workers that only pretend to render, with sleeping workers and emptied queues',
  },
  farmCuts: { quick: 0, full: 12, meaning: 'failures of the network or the store of a farm' },
  farmFilms: { quick: 4, full: 24, meaning: 'films that are rendered meanwhile' },
  firstStartKills: { quick: 0, full: 12, meaning: '`kill -9` during the first start' },
  modelRuns: {
    quick: 50,
    full: 500,
    meaning: 'runs compared with a model: assets and uploads; at the full scale also renders',
  },
  powerCutWays: {
    quick: 1,
    full: 3,
    meaning: 'data that survives a power failure at each step: only synced data; names without bytes; everything',
  },
  fuzzRequests: { quick: 500, full: 500, meaning: 'requests generated from the contract' },
  fuzzSeconds: { quick: 0, full: 30, meaning: 'seconds of fuzzing of XML, names, forms, and headers' },
  damagedMedia: { quick: 0, full: 200, meaning: 'damaged files that are inspected' },
  damagedRenders: { quick: 0, full: 50, meaning: 'damaged files that are rendered' },
  randomExpressions: { quick: 5_000, full: 100_000, meaning: 'random expressions: token sequences, and valid trees' },
  loudFilms: { quick: 40, full: 200, meaning: 'sounds that are brought to a loudness and measured by FFmpeg' },
  damagedStills: { quick: 0, full: 30, meaning: 'damaged copies of each kind of font and image' },
} as const satisfies Readonly<Record<string, Amount>>;

/** The scale of the tests, from the variable `TEST_SCALE`: `quick` in `npm test`, `full` in `npm run test:full`. */
export const scale: Scale = scaleOf(process.env['TEST_SCALE']);

/** Throws an error for an unknown scale. Otherwise, a typing error would silently select the quick scale. */
function scaleOf(value: string | undefined): Scale {
  if (value === undefined || value === 'quick' || value === 'full') return value ?? 'quick';
  throw new Error(`TEST_SCALE is quick or full, and not ${JSON.stringify(value)}.`);
}

/** Returns the number of cases of a random test at the current scale. */
export function amount(name: keyof typeof amounts): number {
  return amounts[name][scale];
}

/**
 * Returns the cases of a table for the current scale: the first `quick` cases at the quick scale, all cases at the full
 * scale. Put the most different cases first.
 */
export function cases<const Case>(quick: number, all: readonly Case[]): readonly Case[] {
  return scale === 'full' ? all : all.slice(0, quick);
}
