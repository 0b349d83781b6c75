import type { Api } from '#renderer/api/api.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { versionsOf } from '#renderer/film/decode/asset-versions.ts';
import { createMediaPort } from '#renderer/film/decode/service-media.ts';
import { createAdaptiveDrawing } from '#renderer/film/frames/adaptive-drawing.ts';
import { createFrameSource } from '#renderer/film/frames/frame-source.ts';
import { createPlainRenderer } from '#renderer/film/frames/plain-renderer.ts';
import { createRenderer } from '#renderer/film/frames/renderer.ts';
import { createScreen } from '#renderer/film/frames/screen.ts';
import type { PlaybackPort } from '#renderer/film/play/playback-port.ts';
import { createPlayer, type Player } from '#renderer/film/play/player.ts';
import { createSoundOutput } from '#renderer/film/play/sound-output.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

/** A film that is played beside the editor's own preview. */
export interface FilmOnCanvas {
  readonly player: Player;
  readonly dispose: () => void;
}

/** Draws and plays a film on a canvas, as large as that is on screen, with what the editor's preview draws with. */
export function filmOnCanvas(
  canvas: HTMLCanvasElement,
  { client, queries }: Pick<Api, 'client' | 'queries'>,
  { project, movie, playback }: { readonly project: string; readonly movie: Movie; readonly playback: PlaybackPort },
): FilmOnCanvas {
  const renderer = createRenderer(canvas) ?? createPlainRenderer(canvas);
  const scale = Math.min(1, (canvas.clientWidth * devicePixelRatio) / movie.width);
  renderer.resize({ width: movie.width * scale, height: movie.height * scale });
  const version = versionsOf(() => queries.getQueryData(queryKeys.assets(project)));
  const source = createFrameSource(createMediaPort({ client, project, version }), {
    composesAll: renderer.drawsWholeFrames,
  });
  const drawing = createAdaptiveDrawing(renderer);
  const screen = createScreen(source, drawing);
  const output = createSoundOutput(source.library);
  const player = createPlayer(playback, screen, output);
  return {
    player,
    dispose() {
      for (const part of [player, output, screen, drawing, source, renderer]) part.dispose();
    },
  };
}
