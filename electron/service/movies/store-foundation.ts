import type { Foundation, ProjectUid } from '../storage/ports.ts';

/** What the stores of movies, templates and editing records are made with. */
export interface StoreFoundation extends Pick<Foundation, 'database' | 'events' | 'clock'> {
  /** Throws `project/not-found`. */
  readonly projects: { require(uid: string): ProjectUid };
}
