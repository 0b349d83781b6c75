import { expect, test } from 'vitest';
import { frameRate } from '../../../../shared/template/values/frame-rate.ts';
import { clipMatch } from './clip-match.ts';

const film = { width: 1920, height: 1080, frameRate: frameRate(30) };
const clip = (width: number | null, height: number | null, rate: string | null) => ({
  media: {
    ...({ kind: 'video', durationSeconds: 1, width, height, frameRate: rate } as const),
    ...{
      videoCodec: 'h264',
      audioCodec: null,
      hasAudio: false,
      pictureSeconds: 1,
      damage: null,
      fontFamily: null,
      reason: null,
    },
  },
});

test('a film can take the size and rate of its clip, where they are others and a film can have them', () => {
  expect(clipMatch(film, clip(1080, 1920, '25'))).toEqual({ width: 1080, height: 1920, frameRate: frameRate(25) });
  expect(clipMatch(film, clip(1920, 1080, '30000/1001'))).toEqual({ ...film, frameRate: frameRate(30000, 1001) });
  expect(clipMatch(film, clip(1920, 1080, '30/1'))).toBeNull();
  // A rate that no film has stays the film's.
  expect(clipMatch(film, clip(640, 360, '1000'))).toEqual({ width: 640, height: 360, frameRate: film.frameRate });
  expect(clipMatch(film, clip(8, 8, '30'))).toBeNull();
  expect(clipMatch(film, clip(null, null, null))).toBeNull();
  expect(clipMatch(film, { media: null })).toBeNull();
});
