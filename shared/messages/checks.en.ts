import { enumeration, shortened } from './quoting.ts';
import { messages } from './translation.ts';

export interface OfText {
  readonly text: string;
}

const SIDES = { left: 'left', top: 'top', right: 'right', bottom: 'bottom' } as const;
export type FrameSide = keyof typeof SIDES;

const excerpt = (text: string): string => `“${shortened(text.replace(/\s+/g, ' ').trim())}”`;
const seconds = (value: number): string => `${Math.round(value * 10) / 10} s`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const about = (isOfficial: boolean): string => (isOfficial ? '' : 'about ');

/** The findings of the film check. Each is one or two complete sentences. */
export const checkMessages = messages({
  'check/too-short': ({ text, words, seen, need }: OfText & { words: number; seen: number; need: number }) =>
    `${excerpt(text)}${words > 3 ? ` (${words} words)` : ''} is visible for ${seconds(seen)}; reading it takes about ${seconds(need)}.`,
  'check/off-frame': ({ text, share }: OfText & { share: number }) =>
    `${percent(share)} of ${excerpt(text)} is outside the frame.`,
  'check/unsafe-area': ({ text, side, share }: OfText & { side: FrameSide; share: number }) =>
    `${excerpt(text)} is ${percent(Math.max(0, share))} from the ${SIDES[side]} edge. Keep 5 % free.`,
  'check/under-overlay': ({
    text,
    platform,
    share,
    isOfficial,
  }: OfText & { platform: string; share: number; isOfficial: boolean }) =>
    `The controls of ${platform} cover ${about(isOfficial)}${percent(share)} of ${excerpt(text)}.`,
  'check/cut': ({ text, by }: OfText & { by: 'box' | 'group' }) =>
    by === 'box'
      ? `${excerpt(text)} doesn’t fit into its box.`
      : `The box of a group cuts off a part of ${excerpt(text)}.`,
  'check/overlap': ({ text, other }: OfText & { other: string }) => `${excerpt(text)} overlaps ${excerpt(other)}.`,
  'check/tiny': ({ text, size }: OfText & { size: number }) =>
    `The letters of ${excerpt(text)} are ${Math.round(size * 10) / 10} pixels high on a phone.`,
  'check/missing-glyph': ({ text, characters }: OfText & { characters: readonly string[] }) =>
    `The fonts of ${excerpt(text)} lack ${enumeration(characters)}.`,
  'check/captions-fast': ({ text, rate }: OfText & { rate: number }) =>
    `The caption ${excerpt(text)} has ${Math.round(rate)} characters per second.`,
  'check/captions-lines': ({ text, lines }: OfText & { lines: number }) =>
    `The caption ${excerpt(text)} has ${lines} lines.`,
  'check/captions-long-line': ({ text, units, most }: OfText & { units: number; most: number }) =>
    `A line of the caption ${excerpt(text)} has ${Math.round(units)} characters instead of at most ${most}.`,
  'check/captions-wide': ({ text, share }: OfText & { share: number }) =>
    `The caption ${excerpt(text)} takes ${percent(share)} of the width.`,
  'check/captions-short': ({ text, seconds: length }: OfText & { seconds: number }) =>
    `The caption ${excerpt(text)} lasts only ${Math.round(length * 100) / 100} s.`,
  'check/captions-long': ({ text, seconds: length }: OfText & { seconds: number }) =>
    `The caption ${excerpt(text)} lasts ${seconds(length)}.`,
  'check/captions-gap': ({ text }: OfText) =>
    `There is one frame between the caption ${excerpt(text)} and the next one.`,
  'check/captions-overlap': ({ text }: OfText) => `The caption ${excerpt(text)} begins before the previous one ends.`,
  'check/captions-outside': ({ text }: OfText) => `The caption ${excerpt(text)} is outside the film.`,
  'check/captions-cut': ({ text, frames }: OfText & { frames: number }) =>
    `The caption ${excerpt(text)} crosses a cut by ${frames === 1 ? 'a frame' : `${frames} frames`}.`,
  'check/upscaled': ({ name, factor }: { name: string; factor: number }) =>
    `${excerpt(name)} is enlarged to ${Math.round(factor * 10) / 10} times its pixels.`,
  'check/stretched': ({ name, share }: { name: string; share: number }) =>
    `${excerpt(name)} is stretched by ${percent(share)}.`,
  'check/edge-gap': ({ name, side, pixels }: { name: string; side: FrameSide; pixels: number }) =>
    `${excerpt(name)} leaves a strip of ${Math.round(pixels * 10) / 10} pixels at the ${SIDES[side]} edge.`,
  'check/length': ({
    platform,
    seconds: length,
    limit,
    isOfficial,
  }: {
    platform: string;
    seconds: number;
    limit: number;
    isOfficial: boolean;
  }) =>
    `The film lasts ${seconds(length)}; ${platform} accepts ${length > limit ? 'at most' : 'at least'} ${about(isOfficial)}${seconds(limit)}.`,
  'check/shape': ({ platform, width, height }: { platform: string; width: number; height: number }) =>
    `${platform} doesn’t accept the aspect ratio of ${width}×${height}.`,
  'check/together': ({ text, late }: OfText & { late: number }) =>
    `A reader of all texts finishes ${excerpt(text)} ${seconds(late)} after it disappears.`,
});
