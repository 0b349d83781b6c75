import { describe, expect, it } from 'vitest';
import { estimateBytes } from './film-estimate.ts';

const film = { format: 'mp4', quality: 'standard', width: 1280, height: 720, frames: 250, seconds: 10 };
const kept = { format: 'mp4', quality: 'standard', frames: 250, durationSeconds: 10, bytes: 800_000 };

describe('the size of a film is told beforehand', () => {
  it('by its format, quality, picture and length', () => {
    expect(estimateBytes(film, [])).toBe(2_800_000);
    expect(estimateBytes({ ...film, frames: 500, seconds: 20 }, [])).toBe(5_500_000);
    expect(estimateBytes({ ...film, format: 'mov' }, [])).toBeGreaterThan(70_000_000);
    expect(estimateBytes({ ...film, format: 'mp3' }, [])).toBe(240_000);
    expect(estimateBytes({ ...film, format: 'avif' }, [])).toBeNull();
  });

  it('by films of the template that were kept, where there are any of that format', () => {
    expect(estimateBytes(film, [{ ...kept, format: 'webm', bytes: 9 }, kept])).toBe(800_000);
    expect(estimateBytes({ ...film, frames: 125, seconds: 5 }, [kept])).toBe(400_000);
    expect(estimateBytes({ ...film, quality: 'high' }, [kept])).toBeGreaterThan(1_200_000);
    expect(estimateBytes(film, [{ ...kept, quality: 'draft' }, kept])).toBe(800_000);
  });

  it('and a kept film without a size is ignored', () => {
    expect(estimateBytes(film, [{ ...kept, bytes: null }])).toBe(2_800_000);
    expect(estimateBytes(film, [{ ...kept, frames: 0, durationSeconds: 0 }])).toBe(2_800_000);
    expect(estimateBytes(film, [{ ...kept, bytes: 1 }])).toBeGreaterThan(100_000);
  });
});
