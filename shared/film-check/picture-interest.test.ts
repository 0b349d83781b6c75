import { describe, expect, it } from 'vitest';
import { interestOf, MIN_INTEREST, mostInteresting, RATED_HEIGHT, RATED_WIDTH } from './picture-interest.ts';

const picture = (pixel: (x: number, y: number) => number): Uint8Array =>
  Uint8Array.from({ length: RATED_WIDTH * RATED_HEIGHT }, (_, at) =>
    pixel(at % RATED_WIDTH, Math.floor(at / RATED_WIDTH)),
  );

describe('the interest of a picture', () => {
  it('is zero for any plain color', () => {
    for (const level of [0, 16, 128, 255]) expect(interestOf(picture(() => level))).toBe(0);
    expect(interestOf(new Uint8Array(0))).toBe(0);
  });

  it('is low for dark noise and soft gradients', () => {
    expect(interestOf(picture((x, y) => 16 + ((x * 7 + y * 13) % 4)))).toBeLessThan(10);
    const gradient = interestOf(picture((x) => 100 + x / 2));
    expect(gradient).toBeLessThan(MIN_INTEREST);
    expect(gradient).toBeLessThan(interestOf(picture((x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? 40 : 200))));
  });

  it('is sufficient for a title on a plain background', () => {
    const isLetter = (x: number, y: number) => y > 14 && y < 22 && x > 10 && x < 54 && x % 3 !== 0;
    expect(interestOf(picture((x, y) => (isLetter(x, y) ? 235 : 40)))).toBeGreaterThan(MIN_INTEREST);
  });
});

describe('the time of a poster', () => {
  const looking = (interests: Readonly<Record<string, number>>) => {
    const seen: string[] = [];
    return {
      seen,
      look: async (time: string) => {
        seen.push(time);
        const interest = interests[time];
        if (interest === undefined) throw new Error(`${time} cannot be read`);
        return interest;
      },
    };
  };

  it('is the first time with sufficient interest', async () => {
    const { look, seen } = looking({ black: 0, title: 45, photo: 90 });
    expect(await mostInteresting(['black', 'title', 'photo'], look, () => true)).toBe('title');
    expect(seen).toEqual(['black', 'title']);
  });

  it('is the most interesting time if none is sufficient', async () => {
    const { look } = looking({ black: 0, dusk: 9, dawn: 9 });
    expect(await mostInteresting(['black', 'dusk', 'dawn'], look, () => true)).toBe('dusk');
  });

  it('is unknown after a failure that affects all times', async () => {
    const { look, seen } = looking({ dusk: 9 });
    await expect(mostInteresting(['broken', 'dusk'], look, () => false)).rejects.toThrow('broken cannot be read');
    expect(seen).toEqual(['broken']);
  });

  it('is a readable time if possible', async () => {
    const { look } = looking({ dusk: 9 });
    expect(await mostInteresting(['broken', 'dusk'], look, () => true)).toBe('dusk');
    await expect(mostInteresting(['broken', 'lost'], look, () => true)).rejects.toThrow('broken cannot be read');
  });
});
