import { buffer } from 'node:stream/consumers';
import type { Workspace } from '#service/storage/stores.ts';
import { chunkOf, never } from './scratch-workspace.ts';

/** Opens an upload of `film.mp4` in a project of its own. */
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

/** What an asset holds, a byte for a character. */
export async function contentOf({ assets }: Workspace, project: string, name = 'film.mp4'): Promise<string> {
  const { read, hold } = assets.open(project, name);
  using _ = hold;
  return (await buffer(await read(null, never))).toString('latin1');
}
