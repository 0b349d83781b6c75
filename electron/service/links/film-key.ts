import { createHash } from 'node:crypto';
import { nameKey } from '#shared/names/asset-name.ts';
import { type CheckedRender, filmValues } from '../jobs/accept/render-request.ts';
import { ENGINE_VERSION } from '../render/parts/part.ts';
import type { ProjectUid } from '../storage/ports.ts';
import type { FilmLink } from './read-link.ts';

/** Digest of what a link says: of its film, or of its picture. */
export function wishOf(link: FilmLink, project: ProjectUid): string {
  const { movie, format, quality, moment, width, values } = link;
  return digest([project, nameKey(movie), format, quality, moment, width, sorted(values)]);
}

/**
 * Digest of what a film is made of: the template and its values as they were accepted, with those that the project's
 * brand gives, and the bytes of all assets that it shows. What is at addresses elsewhere does not count.
 */
export function filmKey(checked: CheckedRender, project: ProjectUid): string {
  const { template, inputs, format, quality } = checked;
  const values = new Map(filmValues(checked));
  return digest([ENGINE_VERSION, project, template, sorted(values), sorted(inputs), format, quality]);
}

function sorted(entries: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
