import { afterEach, expect, test, vi } from 'vitest';
import { createFilmstripLibrary } from './filmstrip-library.ts';

afterEach(() => void vi.useRealTimers());

test('a failed waveform is reported until a retry succeeds', async () => {
  vi.useFakeTimers();
  const source = { kind: 'asset', name: 'song.mp3' } as const;
  const loudness = { perSecond: 1, peaks: [9], levels: [9] };
  const peaks = vi.fn().mockRejectedValueOnce(new Error('unreadable')).mockResolvedValue(loudness);
  const library = createFilmstripLibrary({
    facts: async () => ({ seconds: 1, hasPicture: false, hasSound: true }),
    strip: () => Promise.reject(new Error('no picture')),
    peaks,
    version: () => '1',
  });
  const read = async () => {
    library.peaks(source);
    await vi.advanceTimersByTimeAsync(0);
    return [library.peaks(source), library.hasFailedPeaks(source)];
  };
  expect(await read()).toEqual([null, false]);
  expect(await read()).toEqual([null, true]);
  expect(peaks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await read()).toEqual([loudness, false]);
  library.dispose();
});
