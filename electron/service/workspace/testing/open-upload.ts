import { buffer } from 'node:stream/consumers';
import type { Workspace } from '#service/storage/stores.ts';
import { chunkOf, never } from './scratch-workspace.ts';

/** Starts an upload of `film.mp4` in a new project. */
export function openUpload({ projects, uploads }: Workspace, chunkCount = 3, chunkSize = 4) {
  const project = projects.create('Films').uid;
  const { id } = uploads.start(project, { name: 'film.mp4', chunkCount, chunkSize });
  return {
    project,
    id,
    send: (chunkId: number, bytes: string) => uploads.writeChunk(project, id, chunkId, chunkOf(bytes)),
    finish: () => uploads.finish(project, id, never),
    read: () => uploads.read(project, id),
  };
}

/** Returns the content of an asset as Latin-1 text. */
export async function contentOf({ assets }: Workspace, project: string, name = 'film.mp4'): Promise<string> {
  const { read, hold } = assets.open(project, name);
  using _ = hold;
  return (await buffer(await read(null, never))).toString('latin1');
}
