import { createHash } from 'node:crypto';
import type { FilmJob, PartsJob } from '#service/farm/protocol/job.ts';
import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';

/** Returns a job of usual length for a film of twenty sources: about 4 kB of JSON. */
export function fakeFilmJob(number: number): FilmJob {
  const render = `render-${number}`;
  return {
    kind: 'film',
    id: `${render}-1`,
    render,
    attempt: 1,
    project: 'project-of-the-benchmark' as ProjectUid,
    template: digest('template'),
    variables: Array.from({ length: 10 }, (_, index) => [`name-${index}`, `value ${index} of film ${number}`]),
    range: null,
    format: 'mp4',
    quality: 'standard',
    hardware: null,
    inputs: Array.from({ length: 20 }, (_, index) => [`asset:clip-${index}.mp4`, digest(`clip ${index}`)]),
    ownAddresses: [],
    fonts: [],
    encodingCores: 2,
  };
}

/** Returns parts of a film as separate jobs. */
export function fakePartsJobs(film: FilmJob, count: number): readonly PartsJob[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'parts',
    id: `${film.id}.${index}`,
    film,
    question: digest(`question ${film.id}`),
    keys: [digest(`part ${index} of ${film.id}`)],
    frames: 60,
  }));
}

function digest(text: string): BlobDigest {
  return createHash('sha256').update(text).digest('hex') as BlobDigest;
}
