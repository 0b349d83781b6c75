import { expect, test } from 'vitest';
import { en } from '#renderer/strings/en.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { factsText, isPicture, pictureFacts, rateText, secondsOf } from './facts-text.ts';

const video = { codec: 'h264', frameRate: '30000/1001', endSeconds: 5.00523, displayWidth: 1280, displayHeight: 720 };
const facts = (given: Partial<Parameters<typeof factsText>[0]>, all = false) =>
  factsText({ video, audio: { codec: 'aac' }, durationSeconds: 5.2, ...given }, en.inspector, all);

test('the facts of a video are size, frame rate, duration, and codecs', () => {
  expect(facts({})).toBe('1280×720 · 29.97 fps · 5.01 s');
  expect(facts({}, true)).toBe('1280×720 · 29.97 fps · 5.005 s · H.264 · AAC');
});

test('the facts of an interlaced video contain a note', () => {
  expect(facts({ video: { ...video, fieldOrder: 'top' } })).toBe('1280×720 · 29.97 fps · interlaced · 5.01 s');
  expect(facts({ video: { ...video, fieldOrder: null } })).toBe('1280×720 · 29.97 fps · 5.01 s');
});

test('the facts of a sound contain its duration', () => {
  expect(facts({ video: null })).toBe('5.2 s');
});

test('the facts of a silent video report the missing sound', () => {
  expect(facts({ audio: null, video: { ...video, frameRate: null } })).toBe('1280×720 · 5.01 s · no sound');
});

test('rates and times have no trailing zeros', () => {
  expect(rateText(frameRate(24_000, 1001))).toBe('23.976');
  expect(rateText(frameRate(25, 1))).toBe('25');
  expect(secondsOf(150, frameRate(30_000, 1001))).toBe(5.005);
  expect(secondsOf(50, frameRate(25, 1))).toBe(2);
});

test('the facts of an image contain its size from the asset list', () => {
  const assets = [{ name: 'Logo.png', media: { width: 400, height: 300 } }];
  expect(pictureFacts({ kind: 'asset', name: 'logo.PNG' }, assets)).toBe('400×300');
  expect(pictureFacts({ kind: 'asset', name: 'other.png' }, assets)).toBeNull();
  expect(pictureFacts({ kind: 'url', url: 'https://example.org/logo.png' }, assets)).toBeNull();
  expect(isPicture(['image'])).toBe(true);
  expect(isPicture(['audio', 'video'])).toBe(false);
});
