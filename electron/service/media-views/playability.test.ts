import { describe, expect, it, test } from 'vitest';
import type { Demuxer } from '#service/sources/containers/demuxer.ts';
import type { MediaFacts, VideoFacts } from '#service/sources/facts/media-facts.ts';
import { bitDepthOf, contentTypeOf, type PictureDetails, playability } from './playability.ts';

const video: VideoFacts = {
  streamIndex: 0,
  codec: 'h264',
  decoder: null,
  codedWidth: 1920,
  codedHeight: 1080,
  displayWidth: 1920,
  displayHeight: 1080,
  rotation: 0,
  pixelFormat: 'yuv420p',
  hasAlpha: false,
  frameRate: { numerator: 25, denominator: 1 },
  startSeconds: 0,
  endSeconds: 1,
  gaps: [],
  fields: null,
  keyFrames: [],
  matrix: 'bt709',
  range: 'limited',
  transfer: 'sdr',
};
const audio = {
  streamIndex: 1,
  codec: 'aac',
  channels: 2,
  channelLayout: 'stereo',
  sampleRate: 48_000,
  startSeconds: 0,
  endSeconds: 1,
  gaps: [],
  priming: 0,
  padding: 0,
  leadSeconds: 0,
};
const details: PictureDetails = {
  profile: null,
  variableRate: false,
  frames: null,
  sampleAspect: '1:1',
  bitDepth: 8,
  timeScale: 90_000,
  hasMatrixTag: true,
  isOnlyRotated: true,
};
const facts = (demuxer: Demuxer, picture: Partial<VideoFacts> | null, soundCodec: string | null): MediaFacts => ({
  demuxer,
  durationSeconds: 1,
  video: picture === null ? null : { ...video, ...picture },
  audio: soundCodec === null ? null : { ...audio, codec: soundCodec },
  damage: null,
  changes: [],
});

describe('a source that a browser plays', () => {
  test.each([
    ['mov', {}, 'aac'],
    ['matroska', { codec: 'vp9' }, 'opus'],
    ['matroska', { codec: 'vp8', pixelFormat: 'yuva420p' }, 'vorbis'],
    ['mov', { codec: 'av1', matrix: 'bt601' }, null],
    ['wav', null, 'pcm_s24le'],
    ['flac', null, 'flac'],
  ] as const)('is recognized: %s with %j and %s', (demuxer, picture, sound) => {
    const { playable, needsProxy } = playability(facts(demuxer, picture, sound), details);
    expect([playable, needsProxy]).toEqual([true, false]);
  });
});

describe('a source that needs a proxy', () => {
  test.each([
    ['avi', { codec: 'mpeg4' }, 'mp3', ['container', 'video-codec'], false],
    ['mov', { codec: 'prores', pixelFormat: 'yuv422p10le' }, 'pcm_s16le', ['video-codec', 'pixel-format'], false],
    ['mov', { codec: 'hevc' }, 'aac', ['video-codec'], false],
    ['matroska', {}, 'ac3', ['audio-codec'], false],
    ['mov', { codec: 'vp9', transfer: 'pq', matrix: 'bt2020' }, 'aac', ['hdr'], true],
    ['mov', { matrix: 'bt2020' }, 'aac', ['color'], true],
    ['asf', null, 'wmav2', ['container', 'audio-codec'], false],
  ] as const)('has its reasons: %s with %j and %s', (demuxer, picture, sound, reasons, plays) => {
    const { playable, needsProxy, proxyReasons } = playability(facts(demuxer, picture, sound), details);
    expect([proxyReasons, playable, needsProxy]).toEqual([reasons, plays, true]);
  });

  it('has a display matrix that a browser does not apply', () => {
    const { playable, proxyReasons } = playability(facts('mov', {}, 'aac'), { ...details, isOnlyRotated: false });
    expect([playable, proxyReasons]).toEqual([true, ['transform']]);
  });

  it('has untagged colors that a browser reads differently', () => {
    const untagged = { ...details, hasMatrixTag: false };
    const reasons = (displayHeight: number, matrix: VideoFacts['matrix']) =>
      playability(facts('mov', { displayHeight, matrix }, null), untagged).proxyReasons;
    expect(reasons(1080, 'bt709')).toEqual([]);
    expect(reasons(480, 'bt601')).toEqual([]);
    // A wide picture of 536 lines counts as high definition for the engine but not for the browser.
    expect(reasons(536, 'bt709')).toEqual(['color']);
  });
});

test.each([
  ['yuv420p', 8],
  ['yuv422p10le', 10],
  ['p010le', 10],
  ['gray12le', 12],
  ['rgb48be', 16],
  ['gbrpf32le', 32],
  ['rgb24', 8],
  ['nv12', 8],
  ['yuv410p', 8],
])('the pixel format %s has %i bits', (pixelFormat, bits) => {
  expect(bitDepthOf(pixelFormat)).toBe(bits);
});

test('the content type depends on the bytes', () => {
  expect(contentTypeOf(facts('matroska', {}, null))).toBe('video/webm');
  expect(contentTypeOf(facts('mov', null, 'aac'))).toBe('audio/mp4');
});
