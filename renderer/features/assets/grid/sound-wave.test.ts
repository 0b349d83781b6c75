import { describe, expect, it } from 'vitest';
import { wavePaths } from './sound-wave.tsx';

describe('wavePaths', () => {
  it('draws the highest peak and the loudness of each bar, mirrored', () => {
    const sound = { perSecond: 10, peaks: [0, 255, 64, 0], levels: [0, 255, 32, 0] };
    expect(wavePaths(sound, 2)).toEqual({
      peaks: 'M0.5 -1.000V1.000M1.5 -0.780V0.780',
      levels: 'M0.5 -0.945V0.945M1.5 -0.614V0.614',
      silence: '',
    });
  });

  it('spreads few peaks over the width and draws silence as a line', () => {
    expect(wavePaths({ perSecond: 1, peaks: [255, 0], levels: [255, 0] }, 4)).toEqual({
      peaks: 'M1.0 -1.000V1.000',
      levels: 'M1.0 -1.000V1.000',
      silence: 'M2.0 0H4.0',
    });
    expect(wavePaths({ perSecond: 1, peaks: [], levels: [] }, 4)).toEqual({ peaks: '', levels: '', silence: '' });
  });
});
