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
const seen: RequestedFile = { kind: 'media', isHeard: false };
const heard: RequestedFile = { kind: 'media', isHeard: true };
const told = (given: KnownFile, requested: RequestedFile) => {
  const unfit = unsuitableFile('a', given, requested);
  return unfit && `${unfit.severity}: ${inEnglish(unfit.says)}`;
};

it('a file of the requested kind is accepted', () => {
  expect(told(file('video'), seen)).toBeNull();
  expect(told(file('audio'), heard)).toBeNull();
  expect(told(file('video', { hasAudio: true }), heard)).toBeNull();
  expect(told(file('image'), { kind: 'image', isHeard: false })).toBeNull();
  expect(told(file('video', { videoCodec: 'gif' }), { kind: 'image', isHeard: false })).toBeNull();
  expect(told(file('font'), { kind: 'font', isHeard: false })).toBeNull();
  expect(told(file('captions'), { kind: 'captions', isHeard: false })).toBeNull();
  expect(told(file('other'), { kind: 'table', isHeard: false })).toBeNull();
});

it('an unsuitable file is reported with its actual kind', () => {
  const text = file('other', { why: message('media/text') });
  expect(told(text, seen)).toBe('error: “a” is a text file, not a video. Choose another file.');
  expect(told(file('other'), seen)).toBe('error: “a” isn’t a readable video or sound file. Choose another file.');
  expect(told(file('image'), heard)).toBe('error: “a” is an image, not a video. Choose another file.');
  expect(told(file('captions'), seen)).toBe('error: “a” contains subtitles, not a video. Choose another file.');
  const image: RequestedFile = { kind: 'image', isHeard: false };
  expect(told(file('video'), image)).toBe('error: “a” isn’t a still image. Choose another file.');
  expect(told(file('font'), image)).toBe('error: “a” is a font, not an image. Choose another file.');
  expect(told(text, image)).toBe(
    'error: “a” isn’t an image. Use PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP, or SVG. Choose another file.',
  );
  const cut = file('other', { why: message('media/photo-damaged', { format: 'HEIC' }) });
  expect(told(cut, image)).toContain('“a” is a damaged or incomplete HEIC image');
});

it('a file without the requested picture or sound gives a warning', () => {
  expect(told(file('audio'), seen)).toBe('warning: “a” has no picture, so nothing is visible. Choose a video.');
  expect(told(file('video'), heard)).toBe('warning: “a” has no sound. Choose another file.');
});
