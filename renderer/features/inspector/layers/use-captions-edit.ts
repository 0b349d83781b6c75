import { useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useAssets, useReplaceAsset } from '#renderer/api/queries/use-assets.ts';
import { captionSteps } from '#renderer/common/captions/caption-steps.ts';
import { type CaptionsFile, captionsFile, useCaptionsFile } from '#renderer/common/sources/use-captions.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';

/** A file of captions, and how it is changed. */
export interface CaptionsEdit {
  /** As it shall be, also while that is on its way; null while it is not known. */
  readonly file: CaptionsFile | null;
  /** Null for a file that is not one of the project. */
  readonly change: ((text: string) => void) | null;
  /** Takes back the last change, or does it again. */
  readonly step: (direction: 'undo' | 'redo') => void;
}

/** Changes of a file of captions, one after another: each is stored at once, and can be taken back while the editor is open. */
export function useCaptionsEdit(source: MediaSource): CaptionsEdit {
  const editor = useEditorStore();
  const project = useEditor((state) => state.project);
  const key = sourceKey(source);
  const { queries } = useApi();
  const { inspector } = useStrings();
  const toasts = useToast();
  const stored = useCaptionsFile(source);
  const { data: assets } = useAssets(project);
  const replace = useReplaceAsset(project);
  const [wanted, setWanted] = useState<CaptionsFile | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const entry = source.kind === 'asset' ? assetNamed(assets, source.name) : undefined;
  /** Of what is on its way, else of what is there. */
  const etag = useRef<string | null>(null);
  const file = wanted ?? stored;

  const save = (text: string) => {
    if (entry === undefined) return;
    const next = captionsFile(text);
    if (wanted === null) etag.current = entry.etag;
    setWanted(next);
    const store = async () => {
      const body = new TextEncoder().encode(text);
      const asset = await replace.mutateAsync({ name: entry.name, etag: etag.current ?? entry.etag, body });
      etag.current = asset.etag;
      queries.setQueryData(queryKeys.captions(project, key, asset.etag), next);
    };
    last.current = last.current
      .then(store)
      .catch((error: unknown) => {
        toasts.show({ message: inspector.cueNotSaved, detail: problemWords(error).detail, tone: 'danger' });
      })
      .finally(() => setWanted((now) => (now === next ? null : now)));
  };
  return {
    file,
    change:
      entry === undefined
        ? null
        : (text) => {
            if (file === null || text === file.text) return;
            captionSteps(editor).changed(key, file.text);
            save(text);
          },
    step: (direction) => {
      const text = file === null ? null : captionSteps(editor).stepped(key, file.text, direction);
      if (text !== null) save(text);
    },
  };
}
