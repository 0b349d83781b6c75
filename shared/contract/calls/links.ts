import { z } from 'zod';
import { linkFormats } from '../shapes/film-link.ts';
import { serviceLimits } from '../shapes/limits.ts';
import { noPath, noQuery, projectPath } from '../shapes/parameters.ts';
import { LOUDNESS, renderState, TRUE_PEAK } from '../shapes/render-shapes.ts';
import type { Call } from './call.ts';

const linkParameter = z.union([z.string(), z.array(z.string())]);

/**
 * The parameters of a link that are not values of variables. The schema accepts any text, so that the handler can
 * report each error with its own message.
 */
const linkQuery = z
  .object({
    sig: linkParameter.optional().describe('The signature. Without it, the call needs credentials.'),
    expires: linkParameter.optional().describe('Time when the signature expires, in seconds since 1970.'),
    vary: linkParameter
      .optional()
      .describe('Names of the parameters that the signature does not cover, separated by commas.'),
    quality: linkParameter.optional().describe('Quality of a film: `draft`, `standard`, or `high`.'),
    frame: linkParameter.optional().describe('For an image: the frame number, or a time such as `1.5s`.'),
    width: linkParameter.optional().describe('For an image: the maximum width in pixels.'),
  })
  .catchall(linkParameter);

const pendingFilm = z.object({
  state: renderState,
  /** The number of finished frames. */
  done: z.int(),
  total: z.int(),
  etaSeconds: z.number().nullable(),
  /** The address of the poster, relative to the address of the film. */
  poster: z.string(),
});

const linkAddress = z.object({ address: z.string().max(2048).nullable() });

const linkedFilmProblems = [
  'link/invalid',
  'link/signature',
  'link/expired',
  'link/too-many',
  'link/too-long',
  'project/not-found',
  'movie/not-found',
  'template/invalid',
  'template/too-slow',
  'render/invalid',
  'render/cancelled',
  'render/attempts',
  'farm/failed',
  'render/wrong-output',
  'render/format-unavailable',
  'format/size-target',
  'render/memory',
  'media/cancelled',
  'ffmpeg/not-found',
  'ffmpeg/failed',
  'ffmpeg/stalled',
  'ffmpeg/output-limit',
  'ffmpeg/memory',
  'asset/range',
  'asset/precondition',
  'storage/full',
  'storage/read-only',
] as const;

export const linkCalls = {
  readLinkedFilm: {
    method: 'GET',
    path: '/v1/render/:project/:film',
    summary:
      'Get a film of a saved movie by its link, such as `greeting.mp4?name=Ada`. It is rendered once and then served from disk. `.m3u8` returns a playlist with which the film plays while it is made. `.jpg`, `.png`, and `.avif` return one frame, as `.webp` does with `frame`.',
    chapter: 'Links',
    access: 'signed',
    parameters: projectPath.extend({ film: z.string().min(1).max(1024) }),
    query: linkQuery,
    headers: ['accept', 'range', 'if-range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'bytes', summary: 'The complete film or image' },
      202: {
        kind: 'json',
        summary: 'The film is being rendered. A frame of the film as JPEG, or JSON if `Accept` prefers it.',
        schema: pendingFilm,
      },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: { kind: 'empty', summary: 'Not modified' },
    },
    problems: linkedFilmProblems,
  },
  readFilmStream: {
    method: 'GET',
    path: '/v1/render/:project/:film/:part',
    summary:
      'Get a playlist or a segment of a film that plays while it is made. The playlist of the link, such as `greeting.m3u8?name=Ada`, has the addresses.',
    chapter: 'Links',
    access: 'signed',
    parameters: projectPath.extend({ film: z.string().min(1).max(1024), part: z.string().min(1).max(255) }),
    query: linkQuery,
    headers: ['range', 'if-range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'bytes', summary: 'The playlist or the segment' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: { kind: 'empty', summary: 'Not modified' },
    },
    problems: [...linkedFilmProblems, 'link/no-segment', 'storage/busy'],
  },
  readLinkAddress: {
    method: 'GET',
    path: '/v1/links/address',
    summary: 'Get the public address of links: scheme and host',
    chapter: 'Links',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The address; null while there is none', schema: linkAddress } },
    problems: [],
  },
  setLinkAddress: {
    method: 'PUT',
    path: '/v1/links/address',
    summary: 'Set the public address of links; from then on, the service accepts signed links under its host',
    chapter: 'Links',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: ['content-type'],
    body: { kind: 'json', schema: linkAddress, limitBytes: 4096 },
    answers: { 200: { kind: 'json', summary: 'The address', schema: linkAddress } },
    problems: ['link/invalid', 'request/too-large', 'request/content-type', 'storage/full', 'storage/read-only'],
  },
  createLink: {
    method: 'POST',
    path: '/v1/links',
    summary: 'Create a signed link to a film of a saved movie; the film is rendered when the link is first opened',
    chapter: 'Links',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: ['content-type'],
    body: {
      kind: 'json',
      schema: z.object({
        project: z.string().min(1).max(1024),
        movie: z.string().min(1).max(1024),
        format: z.enum(linkFormats).optional().describe('Default: `mp4`.'),
        values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
        vary: z.array(z.string()).max(100).optional().describe('Variables that anyone with the link can change.'),
        quality: z.string().optional(),
        language: z.string().max(64).optional().describe('Language of the film, such as `de`.'),
        loudness: z.union([z.string(), z.number()]).optional().describe(LOUDNESS),
        truepeak: z.union([z.string(), z.number()]).optional().describe(TRUE_PEAK),
        frame: z.union([z.string(), z.int()]).optional(),
        width: z.int().optional(),
        expires: z
          .int()
          .min(0)
          .max(999_999_999_999)
          .optional()
          .describe('In seconds since 1970. Default: the link never expires.'),
      }),
      limitBytes: serviceLimits.jsonBytes,
    },
    answers: {
      200: {
        kind: 'json',
        summary: 'The link',
        schema: z.object({
          /** The URL of the film with the host of this request. */
          url: z.string(),
          /** The URL without scheme and host, for use behind another host. */
          path: z.string(),
          /** The URL with the public address of the service; null if the service has no public address. */
          public: z.string().nullable(),
          expires: z.int().nullable(),
        }),
      },
    },
    problems: [
      'link/invalid',
      'link/too-long',
      'project/not-found',
      'movie/not-found',
      'template/invalid',
      'template/too-slow',
      'render/invalid',
      'render/format-unavailable',
      'format/size-target',
      'render/memory',
      'ffmpeg/not-found',
      'request/too-large',
      'request/content-type',
    ],
  },
} as const satisfies Record<string, Call>;
