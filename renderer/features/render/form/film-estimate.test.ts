import { describe, expect, it } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { estimateBytes, filmedShare } from './film-estimate.ts';

const film = { format: 'mp4', quality: 'standard', width: 1280, height: 720, frames: 250, seconds: 10, filmed: 1 };
const earlier = { format: 'mp4', quality: 'standard', frames: 250, durationSeconds: 10, bytes: 800_000 };
const exactly = (bytes: number) => ({ least: bytes, most: bytes });

const shareOf = (inside: string) => {
  const xml = `<movie width="100" height="50" framerate="30">${inside}</movie>`;
  const { movie } = resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'error' });
  return filmedShare(required(movie, 'a movie'));
};

it('the filmed share counts the frames that show a video', () => {
  const [video, image] = ['<video src="a.mp4"/>', '<image src="a.png"/>'];
  expect(shareOf(`<scene duration="30"><group>${video}</group></scene><scene duration="90">${image}</scene>`)).toBe(
    0.25,
  );
  expect(shareOf(`<scene duration="30" enabled="false">${video}</scene><scene duration="9">${image}</scene>`)).toBe(0);
  expect(shareOf(`<scene duration="90">${image}</scene><overlay>${video}</overlay>`)).toBe(1);
});

describe('estimateBytes', () => {
  it('depends on format, quality, picture, and length', () => {
    expect(estimateBytes(film, [])).toEqual({ least: 680_000, most: 4_600_000 });
    expect(estimateBytes({ ...film, frames: 500, seconds: 20 }, [])).toEqual({ least: 1_400_000, most: 9_100_000 });
    expect(estimateBytes({ ...film, format: 'mp3' }, [])).toEqual(exactly(240_000));
    expect(estimateBytes({ ...film, format: 'avif' }, [])).toBeNull();
  });

  it('returns small sizes for a movie without video', () => {
    // In a measurement of films of this size, a moving box needed 15 kB and a moving gradient 400 kB. The sound added
    // 160 kB.
    const drawn = estimateBytes({ ...film, filmed: 0 }, []);
    expect(drawn?.least).toBeLessThan(15_000 + 160_000);
    expect(drawn?.most).toBeGreaterThan(400_000 + 160_000);
    expect(drawn?.most).toBeLessThan(2_000_000);
    expect(estimateBytes({ ...film, filmed: 0, format: 'mov' }, [])?.least).toBeGreaterThan(5_000_000);
  });

  it('scales the size of an earlier film in the same format', () => {
    expect(estimateBytes(film, [{ ...earlier, format: 'webm', bytes: 9 }, earlier])).toEqual(exactly(800_000));
    expect(estimateBytes({ ...film, frames: 125, seconds: 5 }, [earlier])).toEqual(exactly(400_000));
    expect(estimateBytes({ ...film, quality: 'high' }, [earlier])?.least).toBeGreaterThan(1_200_000);
    expect(estimateBytes(film, [{ ...earlier, quality: 'draft' }, earlier])).toEqual(exactly(800_000));
    expect(estimateBytes(film, [{ ...earlier, bytes: 70_000 }])).toEqual(exactly(70_000));
  });

  it('ignores an earlier film without a size or frames', () => {
    const unknown = estimateBytes(film, []);
    expect(estimateBytes(film, [{ ...earlier, bytes: null }])).toEqual(unknown);
    expect(estimateBytes(film, [{ ...earlier, frames: 0, durationSeconds: 0 }])).toEqual(unknown);
    expect(estimateBytes(film, [{ ...earlier, bytes: 1 }])?.least).toBeGreaterThan(10_000);
  });
});
