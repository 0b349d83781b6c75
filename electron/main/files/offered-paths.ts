import { isAbsolute } from 'node:path';
import { z } from 'zod';

const offer = z.tuple([z.array(z.string().max(4096)).max(10_000)]);

/** The paths that the preload script tells of; what is none is passed over, as files that were never on disk. */
export function offeredPaths(args: readonly unknown[]): readonly string[] {
  return offer.parse(args)[0].filter(isAbsolute);
}
