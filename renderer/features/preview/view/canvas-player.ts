import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { createProjectMedia } from '#renderer/playback/decode/service-media.ts';
import { type AdaptiveDrawing, createAdaptiveDrawing } from '#renderer/playback/frames/adaptive-drawing.ts';
import { createPreviewRenderer } from '#renderer/playback/frames/preview-renderer.ts';
import { createProjectFrames, type ProjectFrames } from '#renderer/playback/frames/project-frames.ts';
import { createScreen, type Screen, type ScreenState } from '#renderer/playback/frames/screen.ts';
import type { PreviewRenderer } from '#renderer/playback/picture/composition.ts';
import { createPlayer, type Player } from '#renderer/playback/play/player.ts';
import { createSoundOutput, type SoundOutput } from '#renderer/playback/play/sound-output.ts';
import { playbackOf } from './playback.ts';

/** The objects that draw and play a movie on a canvas. */
export interface CanvasPlayer {
  readonly renderer: PreviewRenderer;
  readonly frames: ProjectFrames;
  readonly drawing: AdaptiveDrawing;
  readonly screen: Screen;
  readonly player: Player;
  readonly output: SoundOutput;
}

/** Draws and plays the open template on a canvas while it is mounted. Returns null until the player is ready. */
export function useCanvasPlayer(canvas: HTMLCanvasElement | null): CanvasPlayer | null {
  const api = useApi();
  const editor = useEditor();
  const project = useEditorValue(({ document }) => document.state.project);
  const [canvasPlayer, setCanvasPlayer] = useState<CanvasPlayer | null>(null);

  useEffect(() => {
    if (canvas === null) return;
    const disposal = new AbortController();
    const create = () => {
      const renderer = createPreviewRenderer(canvas);
      const frames = createProjectFrames(createProjectMedia(api, project), {
        composesAll: renderer.drawsWholeFrames,
        keepsAlpha: true,
      });
      const drawing = createAdaptiveDrawing(renderer);
      const screen = createScreen(frames, drawing);
      const output = createSoundOutput(frames.library);
      const player = createPlayer(playbackOf(editor), screen, output);
      disposal.signal.addEventListener('abort', () => {
        setCanvasPlayer(null);
        for (const part of [player, output, screen, drawing, frames, renderer]) part.dispose();
      });
      // Wait until the GPU process of the browser is ready. Earlier access to its resources would block the page.
      void renderer.whenFinished().then(() => {
        if (!disposal.signal.aborted) setCanvasPlayer({ renderer, frames, drawing, screen, player, output });
      });
    };
    afterPaint(create, disposal.signal);
    return () => disposal.abort();
  }, [canvas, api, editor, project]);

  // Draw again, because a new, deleted, or replaced asset can change the picture.
  const { data: assets } = useAssets(project);
  const player = canvasPlayer?.player;
  useEffect(() => {
    if (assets !== undefined) player?.refresh();
  }, [assets, player]);
  return canvasPlayer;
}

/**
 * Calls `work` after the page has been painted. With software rendering, creating a WebGL context blocks the page for
 * half a second.
 */
function afterPaint(work: () => void, signal: AbortSignal): void {
  requestAnimationFrame(() => {
    setTimeout(() => {
      if (!signal.aborted) work();
    });
  });
}

const NOTHING_DRAWN: ScreenState = { frame: null, exact: false, byEngine: false, issues: [] };

/**
 * Returns a part of the screen's state. The component renders again when that part changes. The selector must return
 * the same value for the same state.
 */
export function useScreen<Value>(screen: Screen | undefined, select: (state: ScreenState) => Value): Value {
  return useSyncExternalStore(
    (listener) => screen?.subscribe(listener) ?? (() => undefined),
    () => select(screen?.current() ?? NOTHING_DRAWN),
  );
}
