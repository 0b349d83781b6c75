import { z } from 'zod';
import type { Call } from '../call.ts';
import { linkFormats } from '../film-link.ts';
import { serviceLimits } from '../limits.ts';
import { noPath, noQuery, projectPath } from '../shapes/parameters.ts';
import { renderState } from '../shapes/render-shapes.ts';

const given = z.union([z.string(), z.array(z.string())]);

/** What of a link is no value of a variable. Each is read by the handler, so that its faults have words. */
const linkQuery = z
  .object({
    sig: given.optional().describe('the signature; without it the call needs credentials'),
    expires: given.optional().describe('when the signature ends to count, in seconds since 1970'),
    vary: given.optional().describe('names of parameters, with commas between, that the signature leaves free'),
    quality: given.optional().describe('of a film: `draft`, `standard` or `high`'),
    frame: given.optional().describe('of a picture: the number of the frame, or a time such as `1.5s`'),
    width: given.optional().describe('of a picture: pixels at most'),
  })
  .catchall(given);

const makingFilm = z.object({
  state: renderState,
  /** Frames. */
  done: z.int(),
  total: z.int(),
  etaSeconds: z.number().nullable(),
  /** Where a picture of the film is, relative to the address of the film. */
  poster: z.string(),
});

const linkAddress = z.object({ address: z.string().max(2048).nullable() });

export const linkCalls = {
  readLinkedFilm: {
    method: 'GET',
    path: '/v1/render/:project/:film',
    summary:
      'A film of a saved movie by its link, such as `greeting.mp4?name=Ada`: made once, then answered from disk. `.jpg` and `.png` are a frame of it',
    chapter: 'Links',
    access: 'signed',
    parameters: projectPath.extend({ film: z.string().min(1).max(1024) }),
    query: linkQuery,
    headers: ['accept', 'range', 'if-range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'bytes', summary: 'The whole film, or the picture' },
      202: {
        kind: 'json',
        summary: 'The film is being made. Where `Accept` does not prefer JSON, a picture of the film as JPEG',
        schema: makingFilm,
      },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: { kind: 'empty', summary: 'It has not changed' },
    },
    problems: [
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
    ],
  },
  readLinkAddress: {
    method: 'GET',
    path: '/v1/links/address',
    summary: 'The public address of links: scheme and host',
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
    summary: 'Set the public address of links; signed links are answered under its host from then on',
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
    summary: 'Make a signed link to a film of a saved movie; nothing is rendered yet',
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
        format: z.enum(linkFormats).optional().describe('`mp4` without it'),
        values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
        vary: z.array(z.string()).max(100).optional().describe('variables that whoever has the link may change'),
        quality: z.string().optional(),
        frame: z.union([z.string(), z.int()]).optional(),
        width: z.int().optional(),
        expires: z.int().min(0).max(999_999_999_999).optional().describe('in seconds since 1970; never without it'),
      }),
      limitBytes: serviceLimits.jsonBytes,
    },
    answers: {
      200: {
        kind: 'json',
        summary: 'The link',
        schema: z.object({
          /** As the service was reached for this call. */
          url: z.string(),
          /** The same without scheme and host, for another host in front of it. */
          path: z.string(),
          /** At the address that others reach the service by; null while it has none. */
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
      'render/memory',
      'ffmpeg/not-found',
      'request/too-large',
      'request/content-type',
    ],
  },
} as const satisfies Record<string, Call>;
