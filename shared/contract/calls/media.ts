import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import * as mediaShapes from '../shapes/media-shapes.ts';
import { moviePath, noQuery, projectPath, regionPath, wholeNumber } from '../shapes/parameters.ts';
import { pictureFormatNames } from '../shapes/picture-formats.ts';
import * as renderShapes from '../shapes/render-shapes.ts';
import type { Call } from './call.ts';

const limits = serviceLimits.mediaViews;

/** Seconds in a query as a decimal number. It accepts the output of `String(number)` for non-negative numbers. */
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

const flag = z.enum(['true', 'false']).optional().describe('`true` or `false`. Default: `false`.');

/** Either a project asset or a URL. */
const source = z.object({
  src: z.string().min(1).max(1024).optional().describe('Name of an asset of the project.'),
  url: z.string().min(1).max(8192).optional().describe('Address of a remote source, instead of `src`.'),
  v: z
    .string()
    .max(256)
    .optional()
    .describe(
      'ETag of the asset or of its facts, with or without quotes. If the ETag is current, clients can cache the answer permanently.',
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
  'ffmpeg/interrupted',
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
  'ffmpeg/interrupted',
  'ffmpeg/stalled',
  'ffmpeg/output-limit',
  'ffmpeg/memory',
  'storage/full',
] as const;

const loudnessProblems = [...frameProblems, 'render/memory'] as const;

const unchanged = { kind: 'empty', summary: 'Not modified' } as const;

const deinterlace = flag.describe(
  '`false`: do not deinterlace an interlaced source, like a video with `deinterlace="false"`.',
);

export const mediaCalls = {
  readMediaFrame: {
    ...read,
    path: '/v1/media/:project/frame',
    summary:
      'Get one frame of a source as JPEG in the display aspect ratio of the source: the frame that the engine shows at `at` seconds. The picture is never larger than the source.',
    query: source.extend({
      at: seconds.optional().describe('Time in seconds from the start of the source. Default: 0.'),
      width: wholeNumber(2, limits.frameWidth).optional().describe('Width in pixels. Default: 640.'),
    }),
    answers: { 200: { kind: 'bytes', summary: 'JPEG' }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-picture'],
  },
  readMediaPoster: {
    ...read,
    path: '/v1/media/:project/poster',
    summary:
      'Get a poster frame of a source as JPEG: a frame near the start, or a later frame if that frame has a single color. The same source always has the same poster frame. An SVG, HEIC, or AVIF asset is drawn completely, on a gray background.',
    query: source.extend({
      width: wholeNumber(2, limits.frameWidth).optional().describe('Width in pixels. Default: 640.'),
    }),
    answers: { 200: { kind: 'bytes', summary: 'JPEG' }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-picture', 'render/invalid', 'render/wrong-output'],
  },
  readMediaStrip: {
    ...read,
    path: '/v1/media/:project/strip',
    summary:
      'Get thumbnails of a source as tiles of the same width, side by side in one JPEG. With n tiles, tile i (from 0) shows the time `from` + (i + 0.5) × (`to` − `from`) / n. For a range of more than 30 seconds, the tiles show the nearest keyframes unless `exact` is `true`.',
    query: source.extend({
      count: wholeNumber(1, limits.stripTiles),
      width: wholeNumber(2, limits.tileWidth)
        .optional()
        .describe(
          'Maximum width of one tile in pixels. Default: 120. Tiles are narrower if all tiles together would exceed 16,384 pixels.',
        ),
      from: seconds.optional().describe('Start of the range in seconds. Default: 0.'),
      to: seconds.optional().describe('End of the range in seconds. Default: the end of the picture.'),
      exact: flag,
    }),
    answers: { 200: { kind: 'bytes', summary: 'JPEG' }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-picture'],
  },
  readMediaWaveform: {
    ...read,
    path: '/v1/media/:project/waveform',
    summary:
      'Get the waveform of a source. Peak k (0 to 255) is the loudest sample of both channels in the interval that starts at k / perSecond seconds; level k is the RMS level of this interval. `perSecond` is reduced if there would be more than 1,000,000 peaks.',
    query: source.extend({
      perSecond: wholeNumber(1, limits.peaksPerSecond).optional().describe('Peaks per second. Default: 50.'),
    }),
    answers: { 200: { kind: 'json', summary: 'Peaks', schema: mediaShapes.waveform }, 304: unchanged },
    problems: [...sourceProblems, 'media/no-sound'],
  },
  readMediaFacts: {
    ...read,
    path: '/v1/media/:project/facts',
    summary: 'Get the technical data of a source, and whether a browser plays the source as the engine renders it',
    query: source.extend({ deinterlace }),
    answers: { 200: { kind: 'json', summary: 'Facts', schema: mediaShapes.mediaFacts }, 304: unchanged },
    problems: sourceProblems,
  },
  readMediaOriginal: {
    ...read,
    path: '/v1/media/:project/original',
    summary: 'Download a source, local or remote',
    query: source,
    headers: ['range', 'if-range', 'if-none-match', 'if-modified-since'],
    answers: {
      200: { kind: 'bytes', summary: 'The complete file' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: unchanged,
    },
    problems: [...sourceProblems, 'asset/range'],
  },
  readMediaImage: {
    ...read,
    path: '/v1/media/:project/image',
    summary:
      'Get an image as the engine reads it: the file itself or, for HEIC and AVIF, an upright copy. The copy is a JPEG, or a PNG if the image has an alpha channel. The copy contains the color profile of the image.',
    query: source.omit({ v: true }),
    headers: ['range', 'if-range', 'if-none-match', 'if-modified-since'],
    answers: {
      200: { kind: 'bytes', summary: 'The complete image' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: unchanged,
    },
    problems: [...sourceProblems, 'asset/range'],
  },
  startMediaProxy: {
    ...read,
    method: 'POST',
    path: '/v1/media/:project/proxy',
    summary:
      'Request a proxy of a source that any browser plays. The service makes the proxy in the background. Repeat the call, or listen to `media.proxy` events, to get the progress.',
    query: source.extend({ deinterlace, retry: flag.describe('`true`: try again after a failure.') }),
    headers: [],
    answers: { 200: { kind: 'json', summary: 'The state and progress of the proxy', schema: mediaShapes.mediaProxy } },
    problems: sourceProblems,
  },
  readMediaProxy: {
    ...read,
    path: '/v1/media/:project/proxy',
    summary:
      'Download the proxy of a source: MP4 with H.264 (a keyframe every 10 frames, at most 720 lines, square pixels, rotated upright, BT.709) and AAC. The frames of the proxy have the same times as the frames of the source.',
    query: source.extend({ deinterlace }),
    headers: ['range', 'if-range', 'if-none-match', 'if-modified-since'],
    answers: {
      200: { kind: 'bytes', summary: 'The complete file' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: unchanged,
    },
    problems: [...sourceProblems, 'media/no-proxy', 'asset/range'],
  },
  readFilmPoster: {
    ...read,
    path: '/v1/poster/:project/:movie',
    summary:
      'Get a frame of a saved movie as JPEG, PNG, WebP, or AVIF: a representative frame, or the frame at `at`. A transparent film lies over its matte. Variables have their default values. Variables without a default have the sample values of the editor.',
    chapter: 'Rendering',
    parameters: moviePath,
    query: z.object({
      at: share.optional().describe('Position in the film, from 0 to 1. Default: a representative frame.'),
      width: wholeNumber(2, limits.frameWidth)
        .optional()
        .describe('Maximum width in pixels. Default: 320. The picture is never wider than the film.'),
      format: z.enum(pictureFormatNames).optional().describe('`jpeg` (default), `png`, `webp`, or `avif`.'),
      v: z
        .string()
        .max(256)
        .optional()
        .describe('Any text, which the service ignores. Change the text to bypass a cache when the film changes.'),
    }),
    answers: { 200: { kind: 'bytes', summary: 'The picture' }, 304: unchanged },
    problems: frameProblems,
  },
  renderFrame: {
    ...read,
    method: 'POST',
    path: '/v1/frame/:region/:project',
    summary: 'Get one frame of a film as PNG, exactly as the engine renders it for MP4, or as JPEG, WebP, or AVIF',
    chapter: 'Rendering',
    parameters: regionPath,
    query: noQuery,
    headers: ['content-type'],
    body: {
      kind: 'form',
      schema: z.object({
        template: z.string().optional().describe('The XML movie template.'),
        movie: z.string().optional().describe('Name of a saved movie, instead of `template`.'),
        variables: z.string().optional().describe('JSON object with the values of variables.'),
        language: z.string().optional().describe('Language of the film. Default: the language of the movie.'),
        frame: z.string().optional().describe('Frame number, from 0. Default: 0.'),
        width: z
          .string()
          .optional()
          .describe('Width in pixels, at most the width of the film. Default: the width of the film.'),
        format: z.enum(pictureFormatNames).optional().describe('`png` (default), `jpeg`, `webp`, or `avif`.'),
      }),
      limitBytes: serviceLimits.formBytes,
    },
    answers: { 200: { kind: 'bytes', summary: 'The picture' } },
    problems: ['access/region', ...frameProblems],
  },
  measureLoudness: {
    ...read,
    method: 'POST',
    path: '/v1/loudness/:region/:project',
    summary: 'Measure the loudness of a film by EBU R 128, on the same audio that the engine renders',
    chapter: 'Rendering',
    parameters: regionPath,
    query: noQuery,
    headers: ['content-type'],
    body: {
      kind: 'form',
      schema: z.object({
        template: z.string().optional().describe('The XML movie template.'),
        movie: z.string().optional().describe('Name of a saved movie, instead of `template`.'),
        variables: z.string().optional().describe('JSON object with the values of variables.'),
        language: z.string().optional().describe('Language of the film. Default: the language of the movie.'),
        loudness: z.string().optional().describe(renderShapes.LOUDNESS),
        truepeak: z.string().optional().describe(renderShapes.TRUE_PEAK),
        watch: z
          .string()
          .max(limits.watchLetters)
          .optional()
          .describe('An id that you choose. `loudness.progress` events with this id report the progress.'),
      }),
      limitBytes: serviceLimits.formBytes,
    },
    answers: { 200: { kind: 'json', summary: 'Loudness', schema: mediaShapes.loudness } },
    problems: ['access/region', ...loudnessProblems],
  },
} as const satisfies Record<string, Call>;
