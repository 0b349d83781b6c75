import { useEffect, useState } from 'react';
import { createScreen, type Screen } from '../../../film/frames/screen.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import type { PreviewEngine } from '../drawing/use-preview-engine.ts';
import styles from './preview-stage.module.css';

/** Beside the picture: the scene's last frame while its source slips. */
export function LastPicture({ engine }: { readonly engine: PreviewEngine | undefined }) {
  const { preview } = useStrings();
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [screen, setScreen] = useState<Screen | null>(null);
  const movie = useEditor((state) => state.movie);
  const frame = useEditor((state) => state.peek?.beside ?? null);
  useEffect(() => {
    if (canvas === null || engine === undefined) return;
    const source = engine.source.beside();
    const opened = createScreen(source, { draw: (composition) => engine.renderer.drawOn(canvas, composition) });
    setScreen(opened);
    return () => {
      setScreen(null);
      opened.dispose();
      source.dispose();
    };
  }, [canvas, engine]);
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
