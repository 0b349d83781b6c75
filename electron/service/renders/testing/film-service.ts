import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FakeObjectStore } from '#service/testing/fake-object-store.ts';
import { makeNoise } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { TestClient } from '#service/testing/test-client.ts';
import { tinyClip } from './job-world.ts';

/** A film that takes a while to make and is larger than one request to an object store (16 MiB). */
export const LARGE_FILM = {
  template:
    '<movie width="640" height="360" framerate="25"><scene duration="50"><video src="noise.avi"/></scene></movie>',
  format: 'mov',
} as const;
/** A film of five frames. */
export const TINY_FILM = {
  template: '<movie width="64" height="64" framerate="10"><scene duration="5"><video src="clip.mp4"/></scene></movie>',
  format: 'mp4',
} as const;

/** Creates a project with the clips of {@link TINY_FILM} and {@link LARGE_FILM}. */
export async function createFilmProject(service: TestClient): Promise<string> {
  await using folder = await temporaryFolder();
  const project = await service.createProject();
  await service.putAsset(project, 'clip.mp4', await tinyClip(folder.path));
  await service.putAsset(project, 'noise.avi', await readFile(await makeNoise(join(folder.path, 'noise.avi'))));
  return project;
}

/** Returns the form field `destination` for the store. */
export function destinationField(store: FakeObjectStore, filename: string): string {
  const { accessKeyId, secretAccessKey } = store.keys;
  const { bucket, url: endpoint } = store;
  return JSON.stringify({
    type: 'object_store',
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
    bucket,
    filename,
    endpoint,
  });
}
