import type { Foundation, ProjectUid } from '../storage/ports.ts';

/** The dependencies of the stores of movies, templates, and editing records. */
export interface StoreFoundation extends Pick<Foundation, 'database' | 'events' | 'clock'> {
  /** Returns the uid of a project that exists. Throws `project/not-found`. */
  readonly projects: { require(uid: string): ProjectUid };
}
