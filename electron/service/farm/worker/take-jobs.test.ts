import { expect, test } from 'vitest';
import { createCapacity } from './take-jobs.ts';

const GIB = 2 ** 30;
const jobsOf = (films: number, parts: number) => [
  ...Array.from({ length: films }, () => ({ kind: 'film' as const })),
  ...Array.from({ length: parts }, () => ({ kind: 'parts' as const })),
];

/** Takes jobs of a kind until the capacity is used; returns their number. */
function countUntilFull(cores: number, memoryBytes: number, kind: 'film' | 'parts'): number {
  const capacity = createCapacity({ cores, memoryBytes });
  const activeJobs: { readonly kind: 'film' | 'parts' }[] = [];
  while (capacity.atOnce(activeJobs) > activeJobs.length) activeJobs.push({ kind });
  return activeJobs.length;
}

test.each([
  [1, 2, 1],
  [2, 2, 2],
  [3, 2, 3],
  [8, 4, 8],
  [64, 32, 64],
])('a worker with %i cores takes %i films or %i parts jobs', (cores, films, parts) => {
  expect(countUntilFull(cores, 64 * GIB, 'film')).toBe(films);
  expect(countUntilFull(cores, 64 * GIB, 'parts')).toBe(parts);
});

test('films and parts share the cores', () => {
  const capacity = createCapacity({ cores: 8, memoryBytes: 64 * GIB });
  expect(capacity.atOnce(jobsOf(3, 1))).toBe(5);
  expect(capacity.atOnce(jobsOf(3, 2))).toBe(5);
  expect(capacity.atOnce(jobsOf(0, 0))).toBe(1);
});

test('little memory reduces the number of jobs, but never below one', () => {
  expect(countUntilFull(16, 2 * GIB, 'parts')).toBe(4);
  expect(countUntilFull(16, GIB / 8, 'film')).toBe(1);
});
