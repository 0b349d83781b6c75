import type { TestWorkspace } from '#service/movies/testing/test-workspace.ts';
import type { Workspace } from '#service/storage/stores.ts';

/** Stores bytes as an asset. Text is stored as UTF-8. */
export async function putAsset(
  { assets, project }: Pick<TestWorkspace, 'project'> & Pick<Workspace, 'assets'>,
  name: string,
  content: string | Uint8Array,
) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const stream = (async function* () {
    yield bytes;
  })();
  const { signal } = new AbortController();
  const file = { stream, contentType: 'video/mp4', sha256: null, limitBytes: bytes.length, signal };
  return (await assets.put(project, name, file)).asset;
}
