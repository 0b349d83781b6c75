import { expect, test } from 'vitest';
import { createFaultReader } from './source-faults.ts';

const frame = (seconds: number) =>
  `[Parsed_ashowinfo_2 @ 0x1] [info] n:1 pts:1 pts_time:${seconds} rate:48000 planes: [ `;
const FAILED = '[aist#0:0/mp3 @ 0x2] [dec:mp3float @ 0x3] [error] Error submitting packet to decoder: Invalid data';

function placesIn(...lines: readonly string[]) {
  const reader = createFaultReader();
  reader.push(['Stream mapping:', ...lines, ''].join('\n'));
  return reader.places();
}

test('a message of a decoder inside of a line about a frame is damage at the time of the frame', () => {
  expect(placesIn(frame(0.5), `${frame(2)}${FAILED}`, frame(3))).toEqual([{ from: 2, until: 2 }]);
});

test('an error has the time of the last decoded picture if decoders print their times', () => {
  const decoded = (seconds: number) =>
    `[vist#0:0/h264 @ 0x2] [dec:h264 @ 0x3] [info] decoder -> pts:1 pts_time:${seconds} pkt_dts:1 pkt_dts_time:${seconds}`;
  expect(placesIn(decoded(1), decoded(2), frame(1), FAILED, frame(2))).toEqual([{ from: 2, until: 2 }]);
});

test('a tag between joined files of MPEG audio does not count as damage', () => {
  expect(placesIn(frame(1), '[mp3float @ 0x3] [error] Header missing', FAILED)).toEqual([]);
  expect(placesIn(`${frame(1)}Header missing`, FAILED)).toEqual([]);
  expect(placesIn(`${frame(1)}Header missing`, FAILED, frame(2), FAILED)).toEqual([{ from: 2, until: 2 }]);
});
