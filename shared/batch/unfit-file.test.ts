import { expect, it } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { type KnownFile, type RequestedFile, unsuitableFile } from './unfit-file.ts';

const file = (kind: KnownFile['kind'], facts: Partial<KnownFile> = {}): KnownFile => ({
  kind,
  videoCodec: null,
  hasAudio: kind === 'audio',
  why: null,
  ...facts,
});
const pictureUse: RequestedFile = { kind: 'media', isHeard: false };
const soundUse: RequestedFile = { kind: 'media', isHeard: true };
const problemOf = (file: KnownFile, requested: RequestedFile) => {
  const unfit = unsuitableFile('a', file, requested);
  return unfit && `${unfit.severity}: ${inEnglish(unfit.says)}`;
};

it('a file of the requested kind is accepted', () => {
  expect(problemOf(file('video'), pictureUse)).toBeNull();
  expect(problemOf(file('audio'), soundUse)).toBeNull();
  expect(problemOf(file('video', { hasAudio: true }), soundUse)).toBeNull();
  expect(problemOf(file('image'), { kind: 'image', isHeard: false })).toBeNull();
  expect(problemOf(file('video', { videoCodec: 'gif' }), { kind: 'image', isHeard: false })).toBeNull();
  expect(problemOf(file('font'), { kind: 'font', isHeard: false })).toBeNull();
  expect(problemOf(file('captions'), { kind: 'captions', isHeard: false })).toBeNull();
  expect(problemOf(file('other'), { kind: 'table', isHeard: false })).toBeNull();
});

it('an unsuitable file is reported with its actual kind', () => {
  const text = file('other', { why: message('media/text') });
  expect(problemOf(text, pictureUse)).toBe('error: “a” is a text file, not a video. Choose another file.');
  expect(problemOf(file('other'), pictureUse)).toBe(
    'error: “a” isn’t a readable video or sound file. Choose another file.',
  );
  expect(problemOf(file('image'), soundUse)).toBe('error: “a” is an image, not a video. Choose another file.');
  expect(problemOf(file('captions'), pictureUse)).toBe(
    'error: “a” contains subtitles, not a video. Choose another file.',
  );
  const image: RequestedFile = { kind: 'image', isHeard: false };
  expect(problemOf(file('video'), image)).toBe('error: “a” isn’t a still image. Choose another file.');
  expect(problemOf(file('font'), image)).toBe('error: “a” is a font, not an image. Choose another file.');
  expect(problemOf(text, image)).toBe(
    'error: “a” isn’t a PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP, or SVG image. Choose another file.',
  );
  const cut = file('other', { why: message('media/photo-damaged', { format: 'HEIC' }) });
  const empty = file('other', { why: message('media/empty') });
  for (const kind of ['image', 'media', 'font', 'captions', 'table'] as const)
    expect(problemOf(empty, { kind, isHeard: false })).toBe('error: “a” is empty. Choose another file.');
  expect(problemOf(cut, image)).toContain('“a” is a damaged or incomplete HEIC image');
});

it('a file without the requested picture or sound gives a warning', () => {
  expect(problemOf(file('audio'), pictureUse)).toBe(
    'warning: “a” has no picture, so nothing is visible. Choose a video.',
  );
  expect(problemOf(file('video'), soundUse)).toBe('warning: “a” has no sound. Choose another file.');
});
