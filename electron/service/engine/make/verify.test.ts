import { expect, it } from 'vitest';
import { planFilm } from '#service/testing/plan-film.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { StreamCounters } from '../../ffmpeg/tool-progress.ts';
import { faultOf as findFault } from './verify.ts';

/** Returns the fault of a file in English. */
function faultOf(...parameters: Parameters<typeof findFault>): string | null {
  const fault = findFault(...parameters);
  return fault === null ? null : inEnglish(fault);
}

/** A two-second film at 25 fps with sound. */
const PLAN = planFilm(
  '<movie width="320" height="180" framerate="25"><scene duration="2s"><video src="a.mp4"/></scene></movie>',
);

const video = (facts: Partial<StreamCounters> = {}): StreamCounters => ({
  kind: 'video',
  packets: 50,
  start: 0,
  end: 2,
  ...facts,
});
const audio = (facts: Partial<StreamCounters> = {}): StreamCounters => ({
  kind: 'audio',
  packets: 94,
  start: 0,
  end: 2,
  ...facts,
});

/**
 * Returns the streams that the check lists: the streams of the whole film, of its decoded start, and of its decoded
 * end.
 */
function listed({ film = [video(), audio()], head = [video({ packets: 12 }), audio()], tail = [video(), audio()] }) {
  return [...film, ...head, ...tail];
}

it('a film that matches its plan has no fault', () => {
  expect(faultOf(listed({}), PLAN, null)).toBeNull();
  expect(faultOf(listed({ head: [video({ packets: 1 }), audio()] }), PLAN, { syncFrames: [0] })).toBeNull();
});

it.each([
  [
    'a missing stream',
    listed({ film: [video()], head: [video()], tail: [video()] }),
    'It has video instead of video and audio.',
  ],
  ['a missing frame', listed({ film: [video({ packets: 49 }), audio()] }), 'It has 49 of 50 frames.'],
  ['an additional frame', listed({ film: [video({ packets: 51 }), audio()] }), 'It has 51 of 50 frames.'],
  ['short sound', listed({ film: [video(), audio({ end: 1.8 })] }), 'Its audio lasts 1.800 instead of 2.000 seconds.'],
  [
    'long pictures',
    listed({ film: [video({ end: 2.2 }), audio()] }),
    'Its video lasts 2.200 instead of 2.000 seconds.',
  ],
  [
    'no time stamps',
    listed({ film: [video({ end: Number.NaN }), audio()] }),
    'Its video lasts NaN instead of 2.000 seconds.',
  ],
  [
    'a broken start of its pictures',
    listed({ head: [video({ packets: 10 }), audio()] }),
    'The start of its video can’t be decoded.',
  ],
  [
    'a broken start of its sound',
    listed({ head: [video({ packets: 12 }), audio({ packets: 0 })] }),
    'The start of its audio can’t be decoded.',
  ],
  [
    'a broken end of its pictures',
    listed({ tail: [video({ packets: 0 }), audio()] }),
    'The end of its video can’t be decoded.',
  ],
  [
    'a broken end of its sound',
    listed({ tail: [video(), audio({ packets: 0 })] }),
    'The end of its audio can’t be decoded.',
  ],
])('a film with %s is rejected', (_, streams, fault) => {
  expect(faultOf(streams, PLAN, null)).toBe(fault);
});
