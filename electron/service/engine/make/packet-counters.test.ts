import { describe, expect, test } from 'vitest';
import { planFilm } from '#service/testing/plan-film.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { createPacketCounters } from '../../ffmpeg/tool-progress.ts';
import { faultOf as findFault } from './verify.ts';

/** Returns the fault of a file in English. */
function faultOf(...parameters: Parameters<typeof findFault>): string | null {
  const fault = findFault(...parameters);
  return fault === null ? null : inEnglish(fault);
}

const REPORT = `#format: frame checksums
#tb 0: 1/25
#media_type 0: video
#codec_id 0: h264
#tb 1: 1/48000
#media_type 1: audio
0,          0,          2,        1,     1582, 0x12345678
1,      -1024,      -1024,     1024,      196, 0x12345678, S=1, 10
0,          1,          0,        1,      160, 0x12345678
0,          2, -9223372036854775808,        1,      160, 0x12345678
`;

test('packets are counted per stream for any chunk size', () => {
  for (const size of [1, 7, 10_000]) {
    const counters = createPacketCounters();
    const bytes = new TextEncoder().encode(REPORT);
    for (let at = 0; at < bytes.length; at += size) counters.take(bytes.subarray(at, at + size));
    expect(counters.streams()).toEqual([
      { kind: 'video', packets: 3, start: 0, end: 3 / 25 },
      { kind: 'audio', packets: 1, start: -1024 / 48_000, end: 0 },
    ]);
  }
});

test('invalid lines are ignored', () => {
  const counters = createPacketCounters();
  counters.take(new TextEncoder().encode('nonsense\n\n,,,\n#tb\n'));
  expect(counters.streams()).toEqual([]);
});

describe('a finished file', () => {
  const plan = planFilm('<movie width="64" height="64" framerate="25"><scene duration="50"/></movie>');
  const stream = (kind: string, packets: number, end = 2, start = 0) => ({ kind, packets, start, end });
  const head = [stream('video', 13, 0.5), stream('audio', 24, 0.5)];
  const tail = [stream('video', 27), stream('audio', 51)];
  const whole = [stream('video', 50), stream('audio', 95), ...head, ...tail];

  test('has no fault if it matches the plan', () => {
    expect(faultOf(whole, plan, null)).toBeNull();
    expect(faultOf(whole.with(1, stream('audio', 94, 1.95)), plan, null)).toBeNull();
    expect(
      faultOf(
        whole.map((one) => ({ ...one, start: 0.5, end: one.end + 0.5 })),
        plan,
        null,
      ),
    ).toBeNull();
  });

  test('needs only end sync frames if its frames were checked', () => {
    const syncFrames = whole.with(2, stream('video', 1));
    expect(faultOf(syncFrames, plan, { syncFrames: [0] })).toBeNull();
    expect(faultOf(syncFrames, plan, { syncFrames: [0, 8, 40] })).toBe('The start of its video can’t be decoded.');
    expect(faultOf(syncFrames, plan, null)).toBe('The start of its video can’t be decoded.');
    expect(faultOf(syncFrames.with(2, stream('video', 0)), plan, { syncFrames: [0] })).toBe(
      'The start of its video can’t be decoded.',
    );
    expect(faultOf(syncFrames.with(4, stream('video', 0)), plan, { syncFrames: [0] })).toBe(
      'The end of its video can’t be decoded.',
    );
  });

  test.each([
    ['It has nothing instead of video and audio.', []],
    ['It has video instead of video and audio.', [whole[0], head[0], tail[0]]],
    ['It has 49 of 50 frames.', whole.with(0, stream('video', 49))],
    ['Its video lasts 4.000 instead of 2.000 seconds.', whole.with(0, stream('video', 50, 4))],
    ['Its audio lasts 1.000 instead of 2.000 seconds.', whole.with(1, stream('audio', 47, 1))],
    ['Its audio lasts NaN instead of 2.000 seconds.', whole.with(1, stream('audio', 0, Number.NaN, Number.NaN))],
    ['The start of its video can’t be decoded.', whole.with(2, stream('video', 3))],
    ['The start of its audio can’t be decoded.', whole.with(3, stream('audio', 0))],
    ['The end of its video can’t be decoded.', whole.with(4, stream('video', 0))],
    ['The end of its audio can’t be decoded.', whole.with(5, stream('audio', 0))],
  ])('has a fault: %s', (fault, streams) => {
    expect(
      faultOf(
        streams.filter((one) => one !== undefined),
        plan,
        null,
      ),
    ).toBe(fault);
  });
});
