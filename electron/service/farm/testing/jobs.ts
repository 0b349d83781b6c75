import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';
import type { FilmJob, PartsJob } from '../protocol/job.ts';

/** Returns a film job whose template is not in any store. */
export function filmJob(render: string, change: Partial<FilmJob> = {}): FilmJob {
  return {
    kind: 'film',
    id: `${render}-1`,
    render,
    attempt: 1,
    project: 'project' as ProjectUid,
    template: 'a'.repeat(64),
    variables: [['title', 'Hello']],
    range: null,
    format: 'mp4',
    quality: 'draft',
    hardware: null,
    inputs: [['clip.mp4', 'b'.repeat(64) as BlobDigest]],
    ownAddresses: [],
    fonts: [],
    encodingCores: 2,
    ...change,
  };
}

export function partsJob(film: FilmJob, number: number): PartsJob {
  return {
    kind: 'parts',
    id: `${film.id}.${number}`,
    film,
    question: 'c'.repeat(64),
    keys: [String(number).padStart(64, '0')],
    frames: 100,
  };
}
