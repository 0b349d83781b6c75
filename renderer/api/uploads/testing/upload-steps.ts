import type { Uploads } from '../uploads.ts';
import type { UploadWorld } from './upload-world.ts';

const MEBIBYTE = 2 ** 20;
/** The size in bytes of a file with five chunks of up to 4 MiB. */
export const FIVE_CHUNKS = 17 * MEBIBYTE + 1;

/** Returns the helper functions of upload tests for the world of the running test. */
export function uploadSteps(world: () => UploadWorld) {
  return {
    assets: async () => {
      const { project, client } = world();
      const { assets } = await client.call('listAssets', { parameters: { project } });
      return assets.map(({ name, etag }) => ({ name, etag }));
    },
    openUploads: async () => {
      const { project, client } = world();
      return (await client.call('listUploads', { parameters: { project } })).uploads;
    },
    chunksSent: () =>
      world()
        .requests.filter((request) => request.includes('chunk_id='))
        .map((text) => text.slice(21)),
    add: (uploads: Uploads, ...files: readonly File[]) =>
      uploads.add(
        world().project,
        files.map((file) => ({ file, handle: null })),
      ),
  };
}
