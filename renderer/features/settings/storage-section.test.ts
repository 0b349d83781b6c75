import { expect, it } from 'vitest';
import { barWidths, boundedAreas } from './storage-section.tsx';

it('the storage bar shows all areas, even small ones', () => {
  const widths = barWidths([
    { name: 'media', bytes: 1e12 },
    { name: 'films', bytes: 0 },
    { name: 'segments', bytes: 5 },
  ]);
  expect(widths.map(({ name }) => name)).toEqual(['media', 'segments']);
  expect(widths.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100);
  expect(widths[1]?.percent).toBeGreaterThan(0.9);
  expect(barWidths([{ name: 'media', bytes: 0 }])).toEqual([]);
});

it('areas that can be emptied come before the others', () => {
  const area = (name: 'films' | 'views' | 'media', limitBytes: number | null, canEmpty: boolean) => ({
    ...{ name, limitBytes, canEmpty },
    bytes: 1,
    files: 1,
  });
  const areas = [area('media', null, false), area('films', 5, false), area('views', 5, true)];
  expect(boundedAreas(areas).map(({ name }) => name)).toEqual(['views', 'films']);
});
