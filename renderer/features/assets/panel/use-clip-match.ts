import { RectangleHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useEditorStore } from '#renderer/editor/editor-context.tsx';
import { isHistoryMove } from '#renderer/editor/editor-state.ts';
import { useFirstClip, useShapeWords } from '#renderer/project/clip-match.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

const SECONDS = 20;

/** Offers to match an empty movie to its first clip if the clip has another size or frame rate. */
export function useClipMatch(): void {
  const store = useEditorStore();
  const toast = useToast();
  const { assets: words } = useStrings();
  const clip = useFirstClip();
  const inWords = useShapeWords();
  const [begun, setBegun] = useState(false);
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.source === before.source || now.movie === null || before.movie === null) return;
        if (now.movie.scenes.length === 0) setBegun(false);
        else if (before.movie.scenes.length === 0) setBegun(!isHistoryMove(now, before));
      }),
    [store],
  );
  useEffect(() => {
    const { movie } = store.getState();
    // The file is still being uploaded, or the service has not inspected it yet.
    if (!begun || clip === null || movie === null) return;
    setBegun(false);
    const { match } = clip;
    if (match === null) return;
    toast.show({
      id: 'clip-match',
      message: words.clipDiffers(inWords(match)),
      detail: words.filmShape(inWords(movie)),
      seconds: SECONDS,
      action: {
        label: clip.isPhoto ? words.matchPhoto : words.matchClip,
        icon: RectangleHorizontal,
        run: () => void store.actions.dispatch({ type: 'movie/set', ...match }),
      },
    });
  }, [begun, clip, store, toast, words, inWords]);
}
