import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { partRanges } from './multipart-upload.ts';

const MEBIBYTE = 2 ** 20;

test('parts cover a film within the limits of count and size', () => {
  const sizes = fc.oneof(fc.integer({ min: 1, max: 64 * MEBIBYTE }), fc.integer({ min: 1, max: 5 * 2 ** 40 }));
  fc.assert(
    fc.property(sizes, (bytes) => {
      const parts = partRanges({ path: '/film', bytes });
      expect(parts.length).toBeLessThanOrEqual(10_000);
      const misplaced = parts.filter((part, index) => {
        const before = parts[index - 1];
        return part.offset !== (before === undefined ? 0 : before.offset + before.bytes) || part.bytes < 1;
      });
      expect(misplaced).toEqual([]);
      expect(parts.slice(0, -1).filter((part) => part.bytes < 5 * MEBIBYTE)).toEqual([]);
      const last = parts.at(-1);
      expect((last?.offset ?? 0) + (last?.bytes ?? 0)).toBe(bytes);
    }),
    { numRuns: 50 },
  );
});
