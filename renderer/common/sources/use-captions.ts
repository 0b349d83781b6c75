import { useQuery } from '@tanstack/react-query';
import type { Captions } from '../../../shared/captions/cue.ts';
import { decodeCaptions } from '../../../shared/captions/decode-captions.ts';
import { readCaptions } from '../../../shared/captions/read-captions.ts';
import type { MediaSource } from '../../../shared/template/movie/media-source.ts';
import { sourceKey } from '../../../shared/template/movie/used-sources.ts';
import { assetNamed } from '../../api/client/asset-list.ts';
import { assetUrl, originalUrl } from '../../api/client/media-urls.ts';
import { queryKeys } from '../../api/client/query-keys.ts';
import { useAssets } from '../../api/queries/use-assets.ts';
import { useEditor } from '../../state/editor-context.tsx';

/** What a file of captions says; null while that is not known, and for a file that cannot be read. */
export function useCaptions(source: MediaSource): Captions | null {
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const entry = source.kind === 'asset' ? assetNamed(assets, source.name) : undefined;
  const { data = null } = useQuery({
    queryKey: queryKeys.captions(project, sourceKey(source), entry?.etag ?? ''),
    queryFn: async ({ signal }): Promise<Captions | null> => {
      const address =
        source.kind === 'asset'
          ? assetUrl(project, source.name)
          : originalUrl(project, { kind: 'remote', url: source.url });
      const answer = await fetch(address, { signal });
      return answer.ok ? captionsOf(new Uint8Array(await answer.arrayBuffer())) : null;
    },
    enabled: source.kind === 'url' || entry !== undefined,
    retry: false,
  });
  return data;
}

function captionsOf(bytes: Uint8Array): Captions | null {
  const text = decodeCaptions(bytes);
  const read = text.ok ? readCaptions(text.value) : text;
  return read.ok ? read.value : null;
}
