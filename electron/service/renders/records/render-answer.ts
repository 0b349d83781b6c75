import type { z } from 'zod';
import type * as renderShapes from '#shared/contract/shapes/render-shapes.ts';
import { invariant } from '#shared/lib/assert.ts';
import type { FrameProgress } from './progress-board.ts';
import { countedAttempts, isEnded, type RenderId, type RenderRecord } from './render-record.ts';

/**
 * Returns a render in the form of the API contract. `origin` is the address at which the client reached the service.
 */
export function renderAnswer(
  record: RenderRecord,
  origin: string,
  queue: { progressOf(id: RenderId): FrameProgress | null },
): z.output<typeof renderShapes.render> {
  const { id, project, state, request, outcome, error, batch, createdAt, endedAt } = record;
  const progress = isEnded(state) ? null : queue.progressOf(id);
  const isMade = state === 'succeeded' || record.film !== null;
  const facts = isMade ? outcome : null;
  return {
    id,
    project,
    name: request.name ?? record.filename,
    template: request.templateName,
    state,
    format: request.format,
    quality: request.quality,
    encoder: request.hardware ?? 'software',
    ...requestedFields(request),
    range: request.range,
    done: progress?.done ?? facts?.frames ?? 0,
    total: progress?.total ?? facts?.frames ?? request.total,
    fps: progress?.framesPerSecond ?? null,
    etaSeconds: progress?.etaSeconds ?? null,
    scenes: progress?.scenes ?? facts?.scenes ?? null,
    next: state === 'queued' && record.isNext,
    attempt: countedAttempts(record),
    error,
    url: filmUrl(record, origin),
    destination: request.destination && { bucket: request.destination.bucket, filename: request.destination.filename },
    frames: facts?.frames ?? null,
    durationSeconds: facts?.durationSeconds ?? null,
    bytes: facts?.bytes ?? null,
    sha256: facts?.sha256 ?? null,
    files: filesOf(record, origin),
    warnings: facts?.warnings ?? [],
    createdAt: new Date(createdAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    batch,
    origin: originOf(record),
    author: request.author,
    values: request.variables
      .slice(0, MAX_VALUES)
      .map(([name, value]) => ({ name: shortened(name), value: shortened(value) })),
  };
}

/** Returns the requested settings of a film that differ from its movie. */
export function requestedFields({
  loudness,
  truepeak,
  maxBytes,
}: Pick<RenderRecord['request'], 'loudness' | 'truepeak' | 'maxBytes'>) {
  return {
    ...(loudness !== null && { loudness }),
    ...(truepeak !== null && { truepeak }),
    ...(maxBytes !== null && { maxbytes: maxBytes }),
  };
}

/**
 * The maximum number of values of a render in an answer, and the maximum number of characters of each value. An answer
 * can list many renders.
 */
const MAX_VALUES = 20;
const MAX_CHARACTERS = 100;

function shortened(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed();
}

function originOf({ link, batch, request }: RenderRecord): z.output<typeof renderShapes.render>['origin'] {
  if (link !== null) return 'link';
  if (batch !== null) return 'batch';
  return request.author?.kind === 'agent' ? 'agent' : 'request';
}

/**
 * Returns the address of the film of a succeeded render: at the object store or at this service. Returns null if the
 * render has not succeeded or its film has expired.
 */
export function filmUrl({ id, project, state, outcome, film }: RenderRecord, origin: string): string | null {
  if (state !== 'succeeded') return null;
  const localUrl = film === null ? null : `${origin}/v1/renders/${encodeURIComponent(project)}/${id}/film`;
  return outcome?.url ?? localUrl;
}

/** Returns the files beside the film of a succeeded render. Their addresses have the same form as the film's. */
export function filesOf(
  { id, project, state, outcome, film }: RenderRecord,
  origin: string,
): z.output<typeof renderShapes.render>['files'] {
  if (state !== 'succeeded') return [];
  const folder = `${origin}/v1/renders/${encodeURIComponent(project)}/${id}/files`;
  return (outcome?.files ?? []).map(({ name, part, url, bytes, sha256 }) => {
    const localUrl = film === null ? null : `${folder}/${encodeURIComponent(name)}`;
    return { name, part, url: url ?? localUrl, bytes, sha256 };
  });
}

export function finishedAnswer(record: RenderRecord, origin: string): z.output<typeof renderShapes.finishedRender> {
  const { id, outcome, request } = record;
  const url = filmUrl(record, origin);
  invariant(outcome !== null && url !== null, 'a finished render without a film');
  const { frames, durationSeconds, bytes, sha256, warnings } = outcome;
  return {
    id,
    state: 'succeeded',
    url,
    format: request.format,
    frames,
    durationSeconds,
    bytes,
    sha256,
    files: filesOf(record, origin),
    issues: warnings,
  };
}

export function acceptedAnswer(
  { id, project }: RenderRecord,
  origin: string,
): z.output<typeof renderShapes.acceptedRender> {
  return { id, state: 'queued', statusUrl: `${origin}/v1/renders/${encodeURIComponent(project)}/${id}` };
}
