import { renderCalls } from '#shared/contract/calls/renders.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { encodersOf, formatNames, formatOf, wholeEncoderOf } from '../engine/formats/formats.ts';
import { hardwareFormats, hardwareNames, hardwareOf } from '../engine/formats/hardware-encoders.ts';
import { requestWarnings } from '../errors/issues.ts';
import { detailsOf, ServiceError } from '../errors/service-error.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { FilmChecks } from '../film-check/film-checks.ts';
import { evaluateConditions } from '../http/conditions.ts';
import type { CallRequest, HandlersOf } from '../http/handler.ts';
import type { MediaViews } from '../media-views/views-port.ts';
import type { OutdatedFilms } from '../renders/accept/outdated-films.ts';
import { checkRepeatedRender } from '../renders/accept/render-again.ts';
import { repeatedInForm } from '../renders/accept/render-form.ts';
import { checkRenderForm, type RequestContext } from '../renders/accept/render-request.ts';
import { deleteEndedRenders } from '../renders/endings/delete-ended-renders.ts';
import type { RenderScheduler } from '../renders/queue/render-scheduler.ts';
import { acceptedAnswer, finishedAnswer, renderAnswer } from '../renders/records/render-answer.ts';
import { findRender, findRenders, type RenderRecord, templateOf } from '../renders/records/render-record.ts';
import { storedFailure } from '../renders/records/stored-failure.ts';
import type { RenderRecords } from '../renders/records/transitions.ts';
import type { BlobDigest, BlobStore, ProjectUid } from '../storage/ports.ts';
import { isConfinedBy, namedAuthorOf } from './templates.ts';

/** The dependencies of the routes of renders. */
export interface RenderRouteOptions {
  readonly queue: RenderScheduler;
  readonly outdated: OutdatedFilms;
  readonly records: Pick<RenderRecords, 'database' | 'events' | 'clock'>;
  readonly requests: RequestContext;
  readonly blobs: BlobStore;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
  readonly region: string;
  readonly checks: Pick<FilmChecks, 'requirePassed'>;
}

const PAGE = 100;
/** The time in seconds for which an address of a film is valid. */
const ADDRESS_SECONDS = 3600;
/** The default width of a render's picture, in pixels. */
const FRAME_WIDTH = 160;

export type RenderCalls =
  | 'startRender'
  | 'listRenders'
  | 'listAllRenders'
  | 'forgetRenders'
  | 'readRender'
  | 'cancelRender'
  | 'renderNext'
  | 'retryRender'
  | 'renderAgain'
  | 'listOutdated'
  | 'readFilm'
  | 'readFilmFile'
  | 'readFilmAddress'
  | 'listFormats'
  | 'listEncoders';

export function renderHandlers(options: RenderRouteOptions): HandlersOf<RenderCalls> {
  const { queue, outdated, requests, blobs, requireProject } = options;
  const { clock } = options.records;
  const { database } = requests;
  const find = ({ project, render }: { readonly project: string; readonly render: string }): RenderRecord => {
    const record = findRender(database, render);
    if (record?.project !== requireProject(project)) throw new ServiceError('render/not-found');
    return record;
  };

  return {
    startRender: (request) => startRender(request, options),
    listRenders: ({ parameters, query, origin }) => {
      const project = requireProject(parameters.project);
      const limit = query.limit ?? PAGE;
      const before = cursorOf(query.cursor);
      const records = findRenders(
        database,
        'project = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?',
        project,
        before,
        limit + 1,
      );
      const page = records.slice(0, limit);
      const cursor = records.length > limit ? String(page.at(-1)?.sequence) : null;
      return { status: 200, json: { renders: page.map((record) => renderAnswer(record, origin, queue)), cursor } };
    },
    listAllRenders: ({ query, origin }) => {
      const limit = query.limit ?? PAGE;
      const records = findRenders(
        database,
        'sequence < ? AND (? = 0 OR batch IS NULL) ORDER BY sequence DESC LIMIT ?',
        cursorOf(query.cursor),
        query.batches === 'false' ? 1 : 0,
        limit + 1,
      );
      const page = records.slice(0, limit);
      const cursor = records.length > limit ? String(page.at(-1)?.sequence) : null;
      return { status: 200, json: { renders: page.map((record) => renderAnswer(record, origin, queue)), cursor } };
    },
    forgetRenders: ({ parameters, query: { id } }) => {
      const ids = typeof id === 'string' ? [id] : (id ?? null);
      const project = requireProject(parameters.project);
      return { status: 200, json: { deleted: deleteEndedRenders(options.records, project, ids) } };
    },
    readRender: ({ parameters, origin }) => {
      const record = find(parameters);
      const variables = Object.fromEntries(record.request.variables);
      return { status: 200, json: { ...renderAnswer(record, origin, queue), variables } };
    },
    cancelRender: async ({ parameters, origin }) => {
      await queue.cancel(find(parameters).id);
      return { status: 200, json: renderAnswer(find(parameters), origin, queue) };
    },
    renderNext: ({ parameters, origin }) => {
      queue.next(find(parameters).id);
      return { status: 200, json: renderAnswer(find(parameters), origin, queue) };
    },
    retryRender: async ({ parameters, origin }) => {
      const { id } = find(parameters);
      return { status: 202, json: acceptedAnswer(await queue.retry(id), origin) };
    },
    renderAgain: async ({ parameters, origin, signal }) => {
      const record = find(parameters);
      const checked = await checkRepeatedRender(record, requests, signal);
      // The repeated template can be one of an assistant, even if a person repeats its render.
      const { isConfined } = record.request;
      const accepted = await queue.accept(checked, { project: record.project, origin, isConfined });
      return { status: 202, json: acceptedAnswer(accepted, origin) };
    },
    listOutdated: async ({ query: { project } }) => {
      const films = await outdated.list(project === undefined ? null : requireProject(project));
      return { status: 200, json: { films } };
    },
    readFilm: ({ parameters }) => {
      const record = find(parameters);
      const { outcome, request, endedAt, createdAt } = record;
      const film = filmOf(record);
      return {
        status: 200,
        file: {
          read: (range, signal) => blobs.read(film, range, signal),
          size: required(outcome, 'a film without an outcome').bytes,
          etag: `"${film}"`,
          modifiedAt: endedAt ?? createdAt,
          contentType: formatOf(request.format).mimeType,
          attachment: null,
          hold: blobs.hold(film),
        },
      };
    },
    readFilmFile: ({ parameters }) => {
      const record = find(parameters);
      const file = record.outcome?.files.find(({ name }) => name === parameters.file);
      if (file === undefined) throw new ServiceError('render/not-found');
      filmOf(record);
      const blob = file.sha256 as BlobDigest;
      return {
        status: 200,
        file: {
          read: (range, signal) => blobs.read(blob, range, signal),
          size: file.bytes,
          etag: `"${blob}"`,
          modifiedAt: record.endedAt ?? record.createdAt,
          contentType: file.mimeType,
          attachment: file.name,
          hold: blobs.hold(blob),
        },
      };
    },
    readFilmAddress: async ({ parameters, signal }) => {
      const record = find(parameters);
      const { name, format } = record.request;
      const film = filmOf(record);
      using _hold = blobs.hold(film);
      const { extension, mimeType: contentType } = formatOf(format);
      // Only the last segment of a path is the name of the file.
      const fileName = record.filename?.split('/').at(-1) ?? `${name ?? record.id}.${extension}`;
      const expiresAt = new Date(clock() + ADDRESS_SECONDS * 1000).toISOString();
      const address = await blobs.addressOf(film, { seconds: ADDRESS_SECONDS, contentType, fileName }, signal);
      if (address === null) throw new ServiceError('render/no-address');
      return { status: 200, json: { address, expiresAt } };
    },
    listFormats: async () => {
      const tools = await foundTools(requests);
      const formats = formatNames.map((name) => {
        const format = formatOf(name);
        const { label, purpose, extension, mimeType, picture, sound, alpha } = format;
        return {
          name,
          label,
          purpose: inEnglish(purpose),
          ...detailsOf({ says: purpose }),
          extension,
          mimeType,
          videoCodec: wholeEncoderOf(format) ?? picture?.encoder ?? null,
          audioCodec: sound?.encoder ?? null,
          alpha: alpha?.kind ?? ('none' as const),
          available: tools !== null && encodersOf(format).every((encoder) => tools.encoders.has(encoder)),
          sizable: format.sizing !== undefined,
        };
      });
      return { status: 200, json: { formats } };
    },
    listEncoders: async () => {
      const tools = await foundTools(requests);
      const encoders = await Promise.all(
        hardwareNames.map(async (name) => {
          const probe =
            tools === null
              ? ({ available: false, reason: 'not-in-ffmpeg', detail: null } as const)
              : await requests.encoders.try(tools, name);
          const problem = probe.available
            ? { reason: null, detail: null }
            : { reason: probe.reason, detail: probe.detail };
          const formats = [...hardwareFormats(formatNames)];
          return { name, label: hardwareOf(name).label, formats, available: probe.available, ...problem };
        }),
      );
      const ffmpeg = tools && {
        path: tools.ffmpeg,
        version: tools.version,
        configuration: tools.configuration,
        origin: tools.origin,
      };
      return { status: 200, json: { ffmpeg, encoders } };
    },
  };
}

/** Returns the digest of the film. Throws `render/expired` and `render/not-found`. */
function filmOf({ film, outcome, state }: RenderRecord): BlobDigest {
  if (film !== null) return film;
  if (outcome !== null && state !== 'cancelled') throw new ServiceError('render/expired');
  throw new ServiceError('render/not-found', message('render/no-film'));
}

/** Returns the tools; null if FFmpeg is missing. */
function foundTools({ tools }: Pick<RequestContext, 'tools'>): Promise<MediaTools | null> {
  return tools().catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'ffmpeg/not-found') return null;
    throw error;
  });
}

/** Accepts a render. Then waits for its end, unless the caller requested an immediate answer. */
async function startRender(request: CallRequest<'startRender'>, options: RenderRouteOptions) {
  const { queue, requests, requireProject, region, checks } = options;
  const { parameters, headers, body, origin, signal } = request;
  if (parameters.region !== region) throw new ServiceError('access/region');
  const project = requireProject(parameters.project);
  const checked = await checkRenderForm(body, project, requests, signal);
  const isConfined = isConfinedBy(headers);
  await checks.requirePassed({ ...body, isConfined }, project, signal);
  const accepted = await queue.accept(checked, { project, origin, author: namedAuthorOf(headers), isConfined });
  const repeatedFields = await repeatedInForm(body);
  const warnings = requestWarnings(
    { ...request, repeatedFields },
    Object.keys(renderCalls.startRender.body.schema.shape),
  );
  const acceptedResponse = (record: RenderRecord) => ({
    status: 202,
    json: { ...acceptedAnswer(record, origin), ...(warnings.length > 0 && { issues: warnings }) },
  });
  if (checked.async) return acceptedResponse(accepted);
  const ended = await queue.untilEnded(accepted.id, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (ended === null) {
    // The client has disconnected, so the answer is not sent.
    if (checked.detach) return acceptedResponse(accepted);
    await queue.cancel(accepted.id);
    throw new ServiceError('render/cancelled');
  }
  if (ended.state === 'succeeded') {
    const finished = finishedAnswer(ended, origin);
    return { status: 200, json: { ...finished, issues: [...warnings, ...finished.issues] } };
  }
  if (ended.state === 'cancelled') throw new ServiceError('render/cancelled');
  if (ended.state === 'failed') throw storedFailure(ended);
  // The service is stopping, and the render continues after the next start.
  return acceptedResponse(ended);
}

/**
 * Returns the sequence number before which the page starts. Without a cursor, the page starts with the newest render.
 */
function cursorOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ServiceError('request/invalid', 'The cursor isn’t from this list.');
}

/**
 * The positions in the film at which a picture is tried, as shares of its length. They avoid the start and the end,
 * which are often black.
 */
const POSTER_SHARES = [0.5, 0.2, 0.75, 0.05, 0.9] as const;

/** Returns the handler for a render's picture. It is separate because views are opened after rendering. */
export function renderFrameHandler(options: {
  readonly views: Pick<MediaViews, 'filmFrame'>;
  readonly database: RequestContext['database'];
  readonly requireProject: (uid: string) => ProjectUid;
}): HandlersOf<'readRenderFrame'> {
  const { views, database } = options;
  return {
    readRenderFrame: async ({ parameters, query, headers, signal }) => {
      const project = options.requireProject(parameters.project);
      const record = findRender(database, parameters.render);
      if (record?.project !== project) throw new ServiceError('render/not-found');
      const { variables, language, total, range, isConfined } = record.request;
      const { etag, file } = await views.filmFrame(
        {
          template: templateOf(database, record.id),
          variables: JSON.stringify(Object.fromEntries(variables)),
          ...(language !== null && { language }),
          among: POSTER_SHARES.map((share) => (range?.from ?? 0) + Math.floor(total * share)),
          widthAtMost: query.width ?? FRAME_WIDTH,
          isConfined,
          isOverMatte: true,
        },
        project,
        signal,
      );
      const condition = { 'if-none-match': headers['if-none-match'] };
      if (evaluateConditions(condition, { etag, modifiedAt: 0 }) === 'not-modified') return { status: 304, etag };
      return { status: 200, file: { ...file, etag, contentType: 'image/png', attachment: null } };
    },
  };
}
