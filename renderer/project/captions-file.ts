import { useQuery } from '@tanstack/react-query';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { assetUrl, originalUrl } from '#renderer/api/client/media-urls.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { pause } from '#renderer/ui/browser/pause.ts';
import { type Captions, type Cue, captionLimits } from '#shared/captions/cue.ts';
import { decodeCaptions, readCaptions, readCaptionsPaced } from '#shared/captions/read-captions.ts';
import { cuesFromLayer } from '#shared/captions/shown-cues.ts';
import type { CaptionsLayer, MediaSource } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

/** The content of a captions file. */
export interface CaptionsFile {
  readonly text: string;
  /** The parsed captions; null if the text cannot be parsed. */
  readonly captions: Captions | null;
}

/** Returns the cues of a layer. Null while its file is loading, and if the file is unreadable. */
export function useCues(
  { source, cues }: Pick<CaptionsLayer, 'source' | 'cues'>,
  rate: FrameRate,
): readonly Cue[] | null {
  const file = useCaptionsFile(source);
  return cues === undefined ? (file?.captions?.cues ?? null) : cuesFromLayer(cues, rate);
}

/**
 * Returns the captions and the text of a captions source; null without a source. While a replaced file is loading,
 * returns the previous content.
 */
export function useCaptionsFile(source: MediaSource | null): CaptionsFile | null {
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const entry = source?.kind === 'asset' ? assetNamed(assets, source.name) : undefined;
  const key = source === null ? '' : sourceKey(source);
  const { data = null } = useQuery({
    queryKey: queryKeys.captions(project, key, entry?.etag ?? ''),
    queryFn: async ({ signal }): Promise<CaptionsFile | null> => {
      if (source === null) return null;
      const address =
        source.kind === 'asset'
          ? assetUrl(project, source.name)
          : originalUrl(project, { kind: 'remote', url: source.url });
      const answer = await fetch(address, { signal });
      if (!answer.ok) return null;
      const bytes = await bytesUpTo(answer, captionLimits.bytes);
      const text = bytes === null ? null : decodeCaptions(bytes);
      if (text === null || !text.ok) return null;
      const read = await readCaptionsPaced(text.value, pause);
      return { text: text.value, captions: read.ok ? read.value : null };
    },
    placeholderData: (before, query) => (query?.queryKey.includes(key) === true ? before : undefined),
    enabled: source?.kind === 'url' || entry !== undefined,
    retry: false,
  });
  return data;
}

/** Parses a text as a captions file. */
export function captionsFile(text: string): CaptionsFile {
  const read = readCaptions(text);
  return { text, captions: read.ok ? read.value : null };
}

/** Reads the bytes of a response. If there are more than `most` bytes, stops reading and returns null. */
async function bytesUpTo(answer: Response, most: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next?.value === undefined) break;
    length += next.value.length;
    if (length > most) {
      await reader?.cancel();
      return null;
    }
    pieces.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
