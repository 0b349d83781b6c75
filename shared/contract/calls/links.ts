import { z } from 'zod';
import { linkFormats, pageLanguages } from '../shapes/film-link.ts';
import { serviceLimits } from '../shapes/limits.ts';
import { givenValue, moviePath, noPath, noQuery, projectPath, wholeNumber } from '../shapes/parameters.ts';
import { LOUDNESS, renderState, TRUE_PEAK } from '../shapes/render-shapes.ts';
import type { Call } from './call.ts';

const linkParameter = z.union([z.string(), z.array(z.string())]);

/**
 * The parameters of a link other than values of variables. The schema accepts any text, because the handler reports
 * each error with its own message.
 */
const linkQuery = z
  .object({
    sig: linkParameter.optional().describe('Signature of the link. Without a signature, the call needs credentials.'),
    expires: linkParameter.optional().describe('Time when the signature expires, in seconds since 1970.'),
    vary: linkParameter
      .optional()
      .describe(
        'Names of the parameters that the signature does not cover, separated by commas. Anyone with the link can change their values.',
      ),
    quality: linkParameter.optional().describe('Quality of a film: `draft`, `standard`, or `high`.'),
    frame: linkParameter.optional().describe('Frame number, or a time such as `1.5s`; only for images.'),
    width: linkParameter.optional().describe('Maximum width in pixels; only for images.'),
  })
  .catchall(linkParameter);

/**
 * The parameters of links to forms and to film pages. The schema accepts any text, because the handler reports each
 * error (see `linkQuery`).
 */
const pageQuery = linkQuery.omit({ frame: true, width: true }).extend({
  title: linkParameter.optional().describe('Title of the page. Default: the name of the movie.'),
  download: linkParameter.optional().describe('`0` removes the download from the page.'),
  index: linkParameter.optional().describe('`1` allows search engines to list the page.'),
  lang: linkParameter.optional().describe('Language of the page, `en` or `de`. Default: the language of the browser.'),
  embed: linkParameter
    .optional()
    .describe('Origins of the pages that can embed the page, separated by commas, such as `https://shop.example`.'),
  upload: linkParameter.optional().describe('Name of an image variable. Visitors can add a photo as its value.'),
  'film.stream': linkParameter
    .optional()
    .describe('`1`: the form leads to a page that plays the film during rendering.'),
});

/** The problems of a link to a film. The service validates this film in the same way as a render. */
const checkProblems = [
  'link/invalid',
  'link/signature',
  'link/expired',
  'link/too-many',
  'link/photo',
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
] as const;

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
  'link/photo',
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
  'ffmpeg/interrupted',
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
      'Get a film of a saved movie at its link, such as `greeting.mp4?name=Ada`. The service renders the film at the first request and stores it. `.m3u8` returns a playlist that plays the film while it is being rendered. `.jpg`, `.png`, and `.avif` return one frame; `.webp` returns one frame if the link has `frame`.',
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
        summary:
          'The film is being rendered. The answer is a frame of the film as JPEG, or the progress if `Accept` prefers JSON.',
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
      'Get a playlist or a segment of a film that plays while it is being rendered. The playlist at the link of the film, such as `greeting.m3u8?name=Ada`, contains the addresses.',
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
  readFilmPage: {
    method: 'GET',
    path: '/v1/page/:project/:film',
    summary: 'Get the web page of a film at its link: a player with title, captions, and download',
    chapter: 'Links',
    access: 'signed',
    parameters: projectPath.extend({ film: z.string().min(1).max(1024) }),
    query: pageQuery,
    headers: ['accept-language'],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'html',
        summary: 'The page. While the film is being rendered, the page shows a picture and the progress.',
      },
      422: {
        kind: 'html',
        summary: 'The form with an error at each refused value, if visitors can change values of the link',
      },
    },
    problems: [
      ...checkProblems,
      'render/cancelled',
      'render/attempts',
      'farm/failed',
      'render/wrong-output',
      'media/cancelled',
      'ffmpeg/failed',
      'ffmpeg/interrupted',
      'ffmpeg/stalled',
      'ffmpeg/output-limit',
      'ffmpeg/memory',
      'storage/full',
      'storage/read-only',
    ],
  },
  readFormPage: {
    method: 'GET',
    path: '/v1/form/:project/:movie',
    summary: 'Get the form of a movie at its link, with a field for each variable in `vary` and a picture of the film',
    chapter: 'Links',
    access: 'signed',
    parameters: moviePath,
    query: pageQuery,
    headers: ['accept-language'],
    body: { kind: 'none' },
    answers: { 200: { kind: 'html', summary: 'The form' } },
    problems: checkProblems,
  },
  addFormPhoto: {
    method: 'POST',
    path: '/v1/form/:project/:movie',
    summary:
      'Add a photo (JPEG, PNG, or WebP) to a form whose link has `upload`. The service encodes the photo again without metadata and deletes it after 24 hours.',
    chapter: 'Links',
    access: 'signed',
    parameters: moviePath,
    query: pageQuery,
    headers: ['accept', 'accept-language', 'content-type'],
    body: { kind: 'file', limitBytes: serviceLimits.formPhotos.bytes, limitName: 'formPhotos' },
    answers: {
      200: { kind: 'html', summary: 'The form with the photo, if `Accept` prefers HTML' },
      422: {
        kind: 'html',
        summary: 'The form with the reason for which the photo was refused, if `Accept` prefers HTML',
      },
      201: {
        kind: 'json',
        summary: 'The photo',
        schema: z.object({
          /** The value to send in `upload`. Only links of this form accept it. */
          photo: z.string(),
          width: z.int(),
          height: z.int(),
          /** The time at which the photo is deleted. */
          expiresAt: z.string(),
        }),
      },
    },
    problems: [...checkProblems, 'ffmpeg/failed', 'ffmpeg/interrupted', 'storage/full', 'storage/read-only'],
  },
  readOembed: {
    method: 'GET',
    path: '/v1/oembed',
    summary: 'Get the oEmbed description of the page of a film (oembed.com)',
    chapter: 'Links',
    access: 'public',
    parameters: noPath,
    query: z.object({
      url: z.string().min(1).max(16_384).describe('Address of the page of a film, with its signature.'),
      format: z.string().optional().describe('Format of the answer; only `json`.'),
      maxwidth: wholeNumber(1, 100_000).optional(),
      maxheight: wholeNumber(1, 100_000).optional(),
    }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'The description',
        schema: z.object({
          version: z.literal('1.0'),
          type: z.literal('video'),
          title: z.string(),
          provider_name: z.string(),
          html: z.string(),
          width: z.int(),
          height: z.int(),
          thumbnail_url: z.string(),
          thumbnail_width: z.int(),
          thumbnail_height: z.int(),
        }),
      },
    },
    problems: ['link/invalid', 'link/signature', 'link/expired', 'project/not-found', 'movie/not-found'],
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
    summary: 'Set the public address of links; the service then accepts signed links at the host of this address',
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
        format: z
          .enum(linkFormats)
          .optional()
          .describe(
            'Format of the film or image. A form with `m3u8` leads to a page that plays the film during rendering. Default: `mp4`.',
          ),
        values: z.record(z.string(), givenValue).optional(),
        vary: z.array(z.string()).max(100).optional().describe('Variables that anyone with the link can change.'),
        quality: z.string().optional(),
        language: z.string().max(64).optional().describe('Language of the film, such as `de`.'),
        loudness: z.union([z.string(), z.number()]).optional().describe(LOUDNESS),
        truepeak: z.union([z.string(), z.number()]).optional().describe(TRUE_PEAK),
        frame: z.union([z.string(), z.int()]).optional(),
        width: z.int().optional(),
        target: z
          .enum(['film', 'page', 'form'])
          .optional()
          .describe('Target of the link: the film, the page of the film, or the form of the movie. Default: `film`.'),
        title: z.string().max(200).optional().describe('Title of a page or a form.'),
        download: z.boolean().optional().describe('Whether a page offers a download. Default: true.'),
        index: z.boolean().optional().describe('Whether search engines can list a page or a form. Default: false.'),
        lang: z
          .enum(pageLanguages)
          .optional()
          .describe('Language of a page or a form. Default: the language of the browser.'),
        embed: z.array(z.string()).max(5).optional().describe('Origins of the pages that can embed a page or a form.'),
        upload: z.string().optional().describe('Name of an image variable. Visitors can add a photo as its value.'),
        expires: z
          .int()
          .min(0)
          .max(999_999_999_999)
          .optional()
          .describe(
            'Time when the link expires, in seconds since 1970, in the future. Default: the link never expires.',
          ),
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
