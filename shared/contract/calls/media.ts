import { z } from 'zod';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import * as mediaShapes from '../shapes/media-shapes.ts';
import { moviePath, noQuery, projectPath, regionPath, wholeNumber } from '../shapes/parameters.ts';

const limits = serviceLimits.mediaViews;

/** Seconds in a query, as decimal digits; a client's `String(number)` of what is not negative is understood. */
const seconds = z
  .string()
  .regex(/^\d{1,7}(?:\.\d{1,20})?(?:e-\d{1,2})?$/, 'Write seconds as a decimal number.')
  .transform(Number)
  .pipe(z.number().min(0).max(limits.seconds));

const share = z
  .string()
  .regex(/^(?:0|1|0\.\d{1,20}|1\.0{1,20})$/, 'Write a number from 0 to 1.')
  .transform(Number)
  .pipe(z.number().min(0).max(1));

const flag = z.enum(['true', 'false']).optional().describe('`true` or `false`; `false` unless given');

/** Which source: an asset of the project or an address, one of the two. */
const source = z.object({
  src: z.string().min(1).max(1024).optional().describe('name of an asset of the project'),
  url: z.string().min(1).max(8192).optional().describe('or the address of a remote source'),
  v: z
    .string()
    .max(256)
    .optional()
    .describe(
      'the etag of the asset, or of the facts, with or without quotes: where it is right, the answer is kept for good',
    ),
});

const sourceProblems = [
  'project/not-found',
  'asset/not-found',
  'media/invalid',
  'media/refused',
  'media/unreachable',
  'media/cancelled',
  'ffmpeg/not-found',
  'ffmpeg/failed',
  'ffmpeg/stalled',
  'ffmpeg/output-limit',
  'ffmpeg/memory',
  'storage/full',
] as const;

const read = {
  method: 'GET',
  chapter: 'Media',
  access: 'credentials',
  parameters: projectPath,
  headers: ['if-none-match'],
  body: { kind: 'none' },
} as const;

const frameProblems = [
  'project/not-found',
  'movie/not-found',
  'template/invalid',
  'template/too-slow',
  'render/invalid',
  'media/cancelled',
  'render/wrong-output',
  'render/format-unavailable',
  'ffmpeg/not-found',
  'ffmpeg/failed',
  'ffmpeg/stalled',
  'ffmpeg/output-limit',
  'ffmpeg/memory',
  'storage/full',
] as const;

const loudnessProblems = [...frameProblems, 'render/memory'] as const;

const unchanged = { kind: 'empty', summary: 'It has not changed' } as const;

const deinterlace = flag.describe(
  '`false`: the fields of an interlaced source stay, as of a video with `deinterlace="false"`',
);

export const mediaCalls = {
  readMediaFrame: {
    ...read,
    path: '/v1/media/:project/frame',
    summary:
      'One picture of a source as JPEG, in its display shape: the frame that the engine shows `at` seconds into the source. Never larger than the source',
    query: source.extend({
      at: seconds.optional().describe('seconds from the beginning; 0 unless given'),
      width: wholeNumber(2, limits.frameWidth).optional().describe('pixels; 640 unless given'),
    }),
    answers: { 200: { kind: 'bytes', summary: 'JPEG' }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-picture'],
  },
  readMediaPoster: {
    ...read,
    path: '/v1/media/:project/poster',
    summary:
      'A picture of a source that shows something, as JPEG: the frame near its beginning, or, where that is black or a plain colour, the first of a few others that is neither. Always the same one of the same source. For an asset that is SVG, HEIC, or AVIF, the whole image on gray',
    query: source.extend({ width: wholeNumber(2, limits.frameWidth).optional().describe('pixels; 640 unless given') }),
    answers: { 200: { kind: 'bytes', summary: 'JPEG' }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-picture', 'render/invalid', 'render/wrong-output'],
  },
  readMediaStrip: {
    ...read,
    path: '/v1/media/:project/strip',
    summary:
      'Pictures of a source side by side in one JPEG: of n tiles from 0 on, tile i is at from + (i + 0.5) × (to − from) / n, and as wide as the JPEG divided by n. Of more than half a minute they are taken from key frames, unless `exact`',
    query: source.extend({
      count: wholeNumber(1, limits.stripTiles),
      width: wholeNumber(2, limits.tileWidth)
        .optional()
        .describe('pixels of one tile, at most; 120 unless given. Less where all together would be wider than 16,384'),
      from: seconds.optional().describe('seconds; 0 unless given'),
      to: seconds.optional().describe('seconds; the end of the picture unless given'),
      exact: flag,
    }),
    answers: { 200: { kind: 'bytes', summary: 'JPEG' }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-picture'],
  },
  readMediaWaveform: {
    ...read,
    path: '/v1/media/:project/waveform',
    summary:
      'How loud a source is: peak k, 0 to 255, is the loudest sample of both channels from k / perSecond seconds on, and level k the root of their mean square. `perSecond` is lower than asked where there would be more than 1,000,000 peaks',
    query: source.extend({
      perSecond: wholeNumber(1, limits.peaksPerSecond).optional().describe('peaks a second; 50 unless given'),
    }),
    answers: { 200: { kind: 'json', summary: 'Peaks', schema: mediaShapes.waveform }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-sound'],
  },
  readMediaFacts: {
    ...read,
    path: '/v1/media/:project/facts',
    summary: 'What a source is, exactly, and whether a browser plays it as it is rendered',
    query: source.extend({ deinterlace }),
    answers: { 200: { kind: 'json', summary: 'Facts', schema: mediaShapes.mediaFacts }, 304: unchanged },
    problems: sourceProblems,
  },
  readMediaOriginal: {
    ...read,
    path: '/v1/media/:project/original',
    summary: 'The bytes of a source, also of a remote one',
    query: source,
    headers: ['range', 'if-range', 'if-none-match', 'if-modified-since'],
    answers: {
      200: { kind: 'bytes', summary: 'The whole file' },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: unchanged,
    },
    problems: [...sourceProblems, 'asset/range'],
  },
  readMediaImage: {
    ...read,
    path: '/v1/media/:project/image',
    summary:
      'An image as films read it: the file itself or, for HEIC and AVIF, its copy in sRGB or with a profile, upright: JPEG, or PNG if it has alpha. The width and height of the copy are those of the asset',
    query: source.omit({ v: true }),
    headers: ['range', 'if-range', 'if-none-match', 'if-modified-since'],
    answers: {
      200: { kind: 'bytes', summary: 'The whole image' },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: unchanged,
    },
    problems: [...sourceProblems, 'asset/range'],
  },
  startMediaProxy: {
    ...read,
    method: 'POST',
    path: '/v1/media/:project/proxy',
    summary:
      'Ask for a stand-in that any browser plays, made in the background; asked again, says how far it is. `media.proxy` events tell the same',
    query: source.extend({ deinterlace, retry: flag.describe('`true`: make it again although it failed') }),
    headers: [],
    answers: { 200: { kind: 'json', summary: 'How far it is', schema: mediaShapes.mediaProxy } },
    problems: sourceProblems,
  },
  readMediaProxy: {
    ...read,
    path: '/v1/media/:project/proxy',
    summary:
      'The stand-in: MP4, H.264 with a key frame every 10 frames, at most 720 lines of square pixels, turned upright, BT.709; AAC. Its frames are at the same times as those of the source',
    query: source.extend({ deinterlace }),
    headers: ['range', 'if-range', 'if-none-match', 'if-modified-since'],
    answers: {
      200: { kind: 'bytes', summary: 'The whole file' },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: unchanged,
    },
    problems: [...sourceProblems, 'media/no-proxy', 'asset/range'],
  },
  readFilmPoster: {
    ...read,
    path: '/v1/poster/:project/:movie',
    summary:
      'A picture of a saved film with the defaults of its variables, as JPEG: at a moment that shows something, or `at` a share of its length',
    chapter: 'Rendering',
    parameters: moviePath,
    query: z.object({
      at: share.optional().describe('how far into the film, from 0 to 1; where it shows something unless given'),
      width: wholeNumber(2, limits.frameWidth)
        .optional()
        .describe('pixels, at most; 320 unless given. Never wider than the film'),
      v: z.string().max(256).optional().describe('not read: makes another address of another film'),
    }),
    answers: { 200: { kind: 'bytes', summary: 'JPEG' }, 304: unchanged },
    problems: frameProblems,
  },
  renderFrame: {
    ...read,
    method: 'POST',
    path: '/v1/frame/:region/:project',
    summary: 'One frame of a film as PNG, exactly as the engine renders it for MP4',
    chapter: 'Rendering',
    parameters: regionPath,
    query: noQuery,
    headers: ['content-type'],
    body: {
      kind: 'form',
      schema: z.object({
        template: z.string().optional().describe('the XML movie template'),
        movie: z.string().optional().describe('or the name of a saved movie'),
        variables: z.string().optional().describe('JSON object'),
        frame: z.string().optional().describe('number of the frame, from 0; 0 unless given'),
        width: z.string().optional().describe('pixels, at most those of the film, which it is unless given'),
      }),
      limitBytes: serviceLimits.formBytes,
    },
    answers: { 200: { kind: 'bytes', summary: 'PNG' } },
    problems: ['access/region', ...frameProblems],
  },
  measureLoudness: {
    ...read,
    method: 'POST',
    path: '/v1/loudness/:region/:project',
    summary: 'How loud a film is, as EBU R 128 measures it; its sound is made as the engine renders it',
    chapter: 'Rendering',
    parameters: regionPath,
    query: noQuery,
    headers: ['content-type'],
    body: {
      kind: 'form',
      schema: z.object({
        template: z.string().optional().describe('the XML movie template'),
        movie: z.string().optional().describe('or the name of a saved movie'),
        variables: z.string().optional().describe('JSON object'),
        watch: z
          .string()
          .max(limits.watchLetters)
          .optional()
          .describe('a word of your own; `loudness.progress` events that name it tell how far it is'),
      }),
      limitBytes: serviceLimits.formBytes,
    },
    answers: { 200: { kind: 'json', summary: 'Loudness', schema: mediaShapes.loudness } },
    problems: ['access/region', ...loudnessProblems],
  },
} as const satisfies Record<string, Call>;
