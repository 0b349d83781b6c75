import { expect, test } from 'vitest';
import { UnreachableError } from '#renderer/api/client/unreachable-error.ts';
import type { MediaPort } from './media-port.ts';
import { createPictureCache } from './picture-cache.ts';
import { createSourceLibrary } from './source-library.ts';

test('a source that failed while the service was away is opened again when the service is back', async () => {
  let isAway = true;
  const reachable = new Set<() => void>();
  const port = {
    version: () => '',
    facts: (_, signal) =>
      isAway
        ? Promise.reject(new UnreachableError('The service does not answer.'))
        : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    onReachable: (listener) => {
      reachable.add(listener);
      return () => reachable.delete(listener);
    },
  } as Partial<MediaPort> as MediaPort;
  const library = createSourceLibrary(port, createPictureCache());
  const clip = { kind: 'asset', name: 'clip.mp4' } as const;
  const nextChange = () => new Promise<void>((resolve) => library.subscribe(resolve));

  const failed = nextChange();
  expect(library.get(clip).status().kind).toBe('opening');
  await failed;
  expect(library.get(clip).status().kind).toBe('failed');

  isAway = false;
  const again = nextChange();
  for (const report of reachable) report();
  await again;
  expect(library.get(clip).status().kind).toBe('opening');
  library.dispose();
  expect(reachable.size).toBe(0);
});
