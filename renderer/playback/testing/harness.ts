import { sessionPathPrefix } from '#renderer/api/client/service-path.ts';
import { createClient } from '#shared/contract/client.ts';
import { type CheckOptions, checkReport } from '#shared/film-check/check-film.ts';
import type { CheckReport } from '#shared/film-check/report.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Effect } from '#shared/template/effects/effects.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { isDecodedEffect, playedEffects } from '#shared/timeline/effects.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import { createTextCheck, type KnownPicture } from '../compose/text-check.ts';
import { createMediaPort } from '../decode/service-media.ts';
import type { FrameProducer, FrameView } from '../frame-producer.ts';
import { createPreviewRenderer } from '../frames/preview-renderer.ts';
import { createProjectFrames, type ProjectFrames } from '../frames/project-frames.ts';
import { thumbnailRenderer } from '../frames/thumbnail-renderer.ts';
import { type ComposedLayer, RGB } from '../picture/composition.ts';
import type { PlaySpan } from '../play/play-span.ts';
import { createScenePictures } from '../strips/scene-pictures.ts';
import { base64, type Played, playThrough, scrubbedSoundOf, soundOf, untilOpen } from './playing.ts';

/** The functions of the page that tests call. */
export interface Harness {
  /**
   * Draws a frame as soon as its exact picture is available. `scale` reduces the pixels in each direction. Returns the
   * pixels of the canvas as RGBA in base64, top row first.
   */
  readonly frame: (
    project: string,
    movie: Movie,
    frame: number,
    size?: { width: number; height: number },
    scale?: number,
  ) => Promise<string>;
  /** Returns the canvas in the format of {@link Harness.frame} after the context was lost and restored. */
  readonly frameAfterLoss: () => Promise<string>;
  /** Returns the sound of a movie from its beginning, mixed to mono at 48 kHz, as floats in base64. */
  readonly sound: (project: string, movie: Movie, seconds: number, change?: Partial<PlaySpan>) => Promise<string>;
  /** Moves the playhead to successive frames. Returns the sound in the format of `sound`. */
  readonly scrub: (
    project: string,
    movie: Movie,
    frames: readonly number[],
    seconds: number,
    isSilenced?: boolean,
  ) => Promise<string>;
  /** Plays a movie to its end. Returns the frames of the playhead and the final state of the canvas. */
  readonly play: (project: string, movie: Movie) => Promise<Played>;
  /**
   * Draws one tile of a wide strip as a thumbnail. The tile has this color; all other tiles are white. Returns the
   * color in the middle of the thumbnail.
   */
  readonly thumbnail: (tile: number, color: string, effects: readonly Effect[]) => Promise<readonly number[]>;
  /**
   * Draws a thumbnail of a frame in the first scene with at least this height. Returns its pixels as RGBA in base64;
   * null if all sources are unreadable.
   */
  readonly sceneThumbnail: (project: string, movie: Movie, frame: number, height: number) => Promise<string | null>;
  /**
   * Moves to a distant frame of a movie with one layer and a slow decoder. Returns the number of pictures displayed
   * until then, including the last one.
   */
  readonly passed: (project: string, movie: Movie, frame: number) => Promise<number>;
  /**
   * Shows a frame and waits until `other`, a nearby frame that was not requested, has a picture. Returns whether the
   * picture exists, and the number of decoded frames.
   */
  readonly nearbyThumbnail: (project: string, movie: Movie, frame: number, other: number) => Promise<NearbyThumbnail>;
  /**
   * Checks the geometry of a film as the editor does. `pictures` are the facts about images by asset name. Returns the
   * report as the service returns it, with a duration of 0.
   */
  readonly check: (project: string, film: FilmOfTest, options: CheckOptions) => Promise<CheckReport>;
  readonly issues: (project: string, movie: Movie, frame: number) => Promise<readonly string[]>;
}

/** A template with its values, and the facts about its images by asset name. */
export interface FilmOfTest {
  readonly xml: string;
  readonly values: Readonly<Record<string, string>>;
  readonly pictures: Readonly<Record<string, KnownPicture>>;
}

export interface NearbyThumbnail {
  readonly isThere: boolean;
  readonly decoded: number;
}

declare global {
  interface Window {
    harness: Harness;
  }
}

const canvas = required(document.querySelector('canvas'), 'the page has a canvas');
const renderer = createPreviewRenderer(canvas);
const howMuch = { composesAll: renderer.drawsWholeFrames, keepsAlpha: true };
const client = createClient({
  fetch: (url: string, request: RequestInit) => fetch(url, request),
  baseUrl: sessionPathPrefix,
  credentials: null,
});
/** The service of a test does not fail. */
const onReachable = () => () => undefined;
const sources = new Map<string, ProjectFrames>();

function sourceOf(project: string): ProjectFrames {
  const known =
    sources.get(project) ??
    createProjectFrames(createMediaPort({ client, project, version: () => '', onReachable }), howMuch);
  sources.set(project, known);
  return known;
}

/** Resolves when the condition is met. Throws if a source cannot be shown. */
async function until(source: FrameProducer, movie: Movie, frame: number, done: (view: FrameView) => boolean) {
  for (;;) {
    source.request(movie, frame, { ahead: 0, backwards: false });
    const view = source.view(movie, frame);
    if (done(view)) return view;
    const broken = view.issues.find(({ kind }) => kind === 'missing' || kind === 'failed');
    if (broken !== undefined) throw new Error(JSON.stringify(broken));
    await new Promise<void>((resolve) => {
      const stop = source.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

/** Returns the content of a canvas enlarged to this size, as the page displays it. */
function spread(drawn: CanvasImageSource, { width, height }: Size): string {
  const page = required(new OffscreenCanvas(width, height).getContext('2d'), 'a canvas that nothing else draws on');
  page.drawImage(drawn, 0, 0, width, height);
  return base64(new Uint8Array(page.getImageData(0, 0, width, height).data));
}

function pixels(): string {
  if (renderer.drawsWholeFrames) {
    const context = required(canvas.getContext('2d'), 'the canvas has a context');
    return base64(new Uint8Array(context.getImageData(0, 0, canvas.width, canvas.height).data));
  }
  const gl = required(canvas.getContext('webgl2'), 'the canvas has a context');
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const rows = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rows);
  const upright = new Uint8Array(rows.length);
  for (let y = 0; y < height; y++)
    upright.set(rows.subarray((height - 1 - y) * width * 4, (height - y) * width * 4), y * width * 4);
  return base64(upright);
}

/** The time limit in milliseconds after which the test fails. */
const THUMBNAIL_MILLISECONDS = 30_000;

window.harness = {
  async check(project, { xml, values, pictures }, options) {
    const source = required(readTemplate(xml).source, 'a template');
    const given = { values: new Map(Object.entries(values)), missing: 'error' } as const;
    const movie = required(resolveTemplate(source.document, given).movie, 'a movie');
    const checker = createTextCheck(createMediaPort({ client, project, version: () => '', onReachable }));
    const pictureOf = (media: MediaSource) => (media.kind === 'asset' ? (pictures[media.name] ?? null) : null);
    try {
      const { result, film } = await checker.checkFilm({ movie, pictureOf }, options, new AbortController().signal);
      return checkReport(result, film, source, options, 0);
    } finally {
      checker.dispose();
    }
  },
  async frame(project, movie, frame, size = filmSize(movie), scale = 1) {
    const view = await until(sourceOf(project), movie, frame, ({ exact }) => exact);
    renderer.resize(size);
    renderer.draw(required(view.composition, 'an exact frame has a composition'), scale);
    return scale < 1 ? spread(canvas, size) : pixels();
  },
  async frameAfterLoss() {
    const extension = required(canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context'), 'it can be lost');
    const change = (requested: boolean) =>
      new Promise<void>((resolve) => {
        const stop = renderer.onAvailable((available) => {
          if (available !== requested) return;
          stop();
          resolve();
        });
      });
    const lost = change(false);
    extension.loseContext();
    await lost;
    // The browser restores the context only after all listeners for the loss have run.
    await new Promise(requestAnimationFrame);
    const restored = change(true);
    extension.restoreContext();
    await restored;
    return pixels();
  },
  sound: async (project, movie, seconds, change) =>
    base64(await soundOf(sourceOf(project).library, movie, seconds, change)),
  scrub: async (project, movie, frames, seconds, isSilenced) =>
    base64(await scrubbedSoundOf(sourceOf(project).library, movie, frames, seconds, isSilenced)),
  play: (project, movie) => playThrough(sourceOf(project), renderer, movie),
  async thumbnail(tile, color, effects) {
    const strip = new OffscreenCanvas(12_000, 68);
    const context = required(strip.getContext('2d'), 'there is a context');
    context.fillStyle = 'white';
    context.fillRect(0, 0, strip.width, strip.height);
    context.fillStyle = color;
    context.fillRect(tile * 120, 0, 120, 68);
    const place = { left: tile * 120, top: 0, width: 120, height: 68 };
    const layer: ComposedLayer = {
      picture: { kind: 'image', image: strip.transferToImageBitmap(), ...place, bytes: 120 * 68 * 4 },
      ...{ color: RGB, rotation: 0, display: { width: 120, height: 68 }, fit: 'cover' },
      effects: playedEffects({ effects }).filter(isDecodedEffect),
    };
    const composition = { frame: { width: 1280, height: 720 }, layers: [layer] };
    const drawn = required(thumbnailRenderer.draw(composition, { width: 160, height: 90 }), 'this browser has WebGL 2');
    const copied = required(drawn.getContext('2d'), 'the copy has a context');
    return [drawn.width, drawn.height, ...copied.getImageData(80, 45, 1, 1).data.slice(0, 3)];
  },
  async sceneThumbnail(project, movie, frame, height) {
    const pictures = createScenePictures(
      createMediaPort({ client, project, version: () => '', onReachable }),
      16 * 2 ** 20,
    );
    const [scene] = movie.scenes;
    const tile = { movie, scene: required(scene, 'a scene'), frame, height };
    try {
      for (;;) {
        const { picture, isItself } = pictures.picture(tile);
        if (isItself) return picture && spread(picture, picture);
        await new Promise<void>((resolve) => {
          const stop = pictures.subscribe(() => {
            stop();
            resolve();
          });
        });
      }
    } finally {
      pictures.dispose();
    }
  },
  async passed(project, movie, frame) {
    const source = createProjectFrames(createMediaPort({ client, project, version: () => '', onReachable }), howMuch);
    await untilOpen(source.library, movie);
    const clock = performance.now.bind(performance);
    let late = 0;
    // Each call advances the clock by 100 ms.
    performance.now = () => {
      late += 100;
      return clock() + late;
    };
    try {
      const seen = new Set<unknown>();
      await until(source, movie, frame, ({ composition, exact }) => {
        for (const { picture } of composition?.layers ?? []) seen.add(picture);
        return exact;
      });
      return seen.size;
    } finally {
      performance.now = clock;
      source.dispose();
    }
  },
  async nearbyThumbnail(project, movie, frame, other) {
    const source = createProjectFrames(createMediaPort({ client, project, version: () => '', onReachable }), howMuch);
    const { decode } = VideoDecoder.prototype;
    let decoded = 0;
    try {
      await untilOpen(source.library, movie);
      await until(source, movie, frame, ({ exact }) => exact);
      VideoDecoder.prototype.decode = function (chunk) {
        decoded += 1;
        decode.call(this, chunk);
      };
      const isThere = () => source.view(movie, other).composition !== null;
      if (isThere()) throw new Error('it was looked at before');
      const gaveUp = Promise.withResolvers<void>();
      const timer = setTimeout(gaveUp.resolve, THUMBNAIL_MILLISECONDS);
      const came = new Promise<void>((resolve) => {
        source.subscribe(() => {
          if (isThere()) resolve();
        });
      });
      source.prepare(movie, frame);
      await Promise.race([came, gaveUp.promise]);
      clearTimeout(timer);
      return { isThere: isThere(), decoded };
    } finally {
      VideoDecoder.prototype.decode = decode;
      source.dispose();
    }
  },
  async issues(project, movie, frame) {
    const source = sourceOf(project);
    const view = await until(source, movie, frame, ({ issues }) => issues.every(({ kind }) => kind !== 'opening'));
    return view.issues.map(({ kind }) => kind);
  },
};
