import { useEffect, useState } from 'react';
import { createScreen, type Screen } from '#renderer/film/frames/screen.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { CanvasPlayer } from '../drawing/use-canvas-player.ts';
import styles from './preview-stage.module.css';

/** Beside the picture: the scene's last frame while its source slips. */
export function LastPicture({ canvasPlayer }: { readonly canvasPlayer: CanvasPlayer | undefined }) {
  const { preview } = useStrings();
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [screen, setScreen] = useState<Screen | null>(null);
  const movie = useEditor((state) => state.movie);
  const frame = useEditor((state) => state.peek?.beside ?? null);
  useEffect(() => {
    if (canvas === null || canvasPlayer === undefined) return;
    const source = canvasPlayer.source.beside();
    const opened = createScreen(source, { draw: (composition) => canvasPlayer.renderer.drawOn(canvas, composition) });
    setScreen(opened);
    return () => {
      setScreen(null);
      opened.dispose();
      source.dispose();
    };
  }, [canvas, canvasPlayer]);
  useEffect(() => {
    if (screen !== null && movie !== null && frame !== null) screen.show(movie, frame, { ahead: 0, backwards: false });
  }, [screen, movie, frame]);
  return (
    <canvas
      ref={setCanvas}
      className={styles.picture}
      role="img"
      aria-label={preview.lastPicture(String(frame ?? ''))}
    />
  );
}
