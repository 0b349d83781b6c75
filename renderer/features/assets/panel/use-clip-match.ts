import { RectangleHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { isHistoryMove } from '#renderer/editor/editor-state.ts';
import { matchCommand, useFirstClip, useShapeWords } from '#renderer/project/clip-match.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

const SECONDS = 20;

/** Offers to match an empty movie to its first clip if the clip has another size or frame rate. */
export function useClipMatch(): void {
  const editor = useEditor();
  const toast = useToast();
  const { assets: strings } = useStrings();
  const clip = useFirstClip();
  const inWords = useShapeWords();
  const [isOfferPending, setOfferPending] = useState(false);
  useEffect(
    () =>
      editor.document.subscribe((now, before) => {
        if (now.source === before.source || now.movie === null || before.movie === null) return;
        if (now.movie.scenes.length === 0) setOfferPending(false);
        else if (before.movie.scenes.length === 0) setOfferPending(!isHistoryMove(now, before));
      }),
    [editor],
  );
  useEffect(() => {
    const { movie } = editor.document.state;
    // Wait: the file is still being uploaded or inspected.
    if (!isOfferPending || clip === null || movie === null) return;
    setOfferPending(false);
    const { match } = clip;
    if (match === null) return;
    toast.show({
      id: 'clip-match',
      // A photo has no frame rate.
      ...(clip.isPhoto
        ? {
            message: strings.photoDiffers(match.width, match.height),
            detail: strings.filmSize(movie.width, movie.height),
          }
        : { message: strings.clipDiffers(inWords(match)), detail: strings.filmShape(inWords(movie)) }),
      seconds: SECONDS,
      action: {
        label: clip.isPhoto ? strings.matchPhoto : strings.matchClip,
        icon: RectangleHorizontal,
        run: () => void editor.document.dispatch(matchCommand(match)),
      },
    });
  }, [isOfferPending, clip, editor, toast, strings, inWords]);
}
