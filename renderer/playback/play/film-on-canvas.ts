import type { Api } from '#renderer/api/api.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { createProjectMedia } from '../decode/service-media.ts';
import { createAdaptiveDrawing } from '../frames/adaptive-drawing.ts';
import { createPreviewRenderer } from '../frames/preview-renderer.ts';
import { createProjectFrames } from '../frames/project-frames.ts';
import { createScreen } from '../frames/screen.ts';
import type { PlaybackPort } from './playback-port.ts';
import { createPlayer, type Player } from './player.ts';
import { createSoundOutput } from './sound-output.ts';

/** A movie that plays outside the editor's preview. */
export interface FilmOnCanvas {
  readonly player: Player;
  readonly dispose: () => void;
}

/** Draws and plays a movie on a canvas, in the canvas's size on screen in device pixels. */
export function filmOnCanvas(
  canvas: HTMLCanvasElement,
  api: Pick<Api, 'client' | 'queries' | 'reachability'>,
  { project, movie, playback }: { readonly project: string; readonly movie: Movie; readonly playback: PlaybackPort },
): FilmOnCanvas {
  const renderer = createPreviewRenderer(canvas);
  const scale = Math.min(1, (canvas.clientWidth * devicePixelRatio) / movie.width);
  renderer.resize({ width: movie.width * scale, height: movie.height * scale });
  const frames = createProjectFrames(createProjectMedia(api, project), {
    composesAll: renderer.drawsWholeFrames,
  });
  const drawing = createAdaptiveDrawing(renderer);
  const screen = createScreen(frames, drawing);
  const output = createSoundOutput(frames.library);
  const player = createPlayer(playback, screen, output);
  return {
    player,
    dispose() {
      for (const part of [player, output, screen, drawing, frames, renderer]) part.dispose();
    },
  };
}
