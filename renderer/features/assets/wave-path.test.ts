import { describe, expect, it } from 'vitest';
import { wavePath } from './wave-path.ts';

describe('the path of a waveform', () => {
  it('shows the highest peak of each bar, mirrored', () => {
    expect(wavePath([0, 255, 51, 0], 2)).toBe('M0.5 -1.000V1.000M1.5 -0.447V0.447');
  });

  it('spreads few peaks over the width, and draws silence thin', () => {
    expect(wavePath([255, 0], 4)).toBe('M1.0 -1.000V1.000M3.0 -0.030V0.030');
    expect(wavePath([], 4)).toBe('');
  });
});
