// @module-tag full-scale
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { createFilmProject, destinationField, LARGE_FILM } from './testing/film-service.ts';

/** The requests that trigger the kill of the service. The store still processes them. */
const MOMENTS = [
  ['as the upload is opened', /^POST .*uploads/],
  ['in the middle of a part', /partNumber=2/],
  ['as the parts are put together', /^POST .*uploadId/],
  ['as the object is verified', /^HEAD/],
] as const;

describe('kill -9 while a film is sent', { tags: ['promise:P10', 'promise:F24'] }, () => {
  test.each(MOMENTS)(
    'leaves a complete object and no open upload after a restart: %s',
    async (_when, moment) => {
      await using folder = await temporaryFolder();
      await using store = await fakeObjectStore();
      let killed: Promise<void> | null = null;
      let project: string;
      let id: string;
      {
        await using first = await startServiceProcess(folder.path);
        store.onRequest = (line) => {
          if (moment.test(line)) killed ??= first.kill();
        };
        project = await createFilmProject(first);
        const destination = destinationField(store, 'out/film.mov');
        id = await first.startRender(project, { ...LARGE_FILM, destination });
        await first.endedRender(project, id).catch(() => undefined);
        await required(killed, 'the kill');
      }
      expect(killed).not.toBeNull();
      await using second = await startServiceProcess(folder.path);
      const render = await second.endedRender(project, id);
      expect(render).toMatchObject({ state: 'succeeded', attempt: 2, error: null });
      const object = required(store.objects.get('films/out/film.mov'), 'the object');
      expect(createHash('sha256').update(object.bytes).digest('hex')).toBe(render.sha256);
      expect(store.openUploads()).toEqual([]);
    },
    60_000,
  );
});
