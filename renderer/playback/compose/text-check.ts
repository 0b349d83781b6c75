import { fontsFor } from '#shared/compositor/scene/compose-sources.ts';
import type { DrawingLayout, TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import type { CheckOptions } from '#shared/film-check/check-film.ts';
import {
  type CheckedMovie,
  createLayoutMemory,
  LAYOUT_LIMITS,
  placedLayers,
  type TextLayouts,
  textsToLayOut,
} from '#shared/film-check/laid-out-texts.ts';
import type { FilmCheckResult } from '#shared/film-check/report.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource, Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { MediaPort } from '../decode/media-port.ts';
import { createProjectEngine } from './project-engine.ts';
import { declaredFonts, textDrawingOf } from './set-text.ts';

/** A film to check: a movie, and the facts about the files that its layers show. */
export interface FilmToCheck {
  readonly movie: Movie;
  /** Returns the facts about an image or a video; null if they are unknown. */
  readonly pictureOf: (source: MediaSource) => KnownPicture | null;
}

export interface KnownPicture extends Size {
  readonly isVector: boolean;
}

/** The result of a check, with the film that was checked. */
export interface CheckedFilm {
  readonly result: FilmCheckResult;
  readonly film: CheckedMovie;
  readonly layouts: TextLayouts;
}

/**
 * Lays out the texts of many movies, and checks films. Its methods return promises, whereas the preview polls for
 * layouts.
 */
export interface TextCheck {
  /**
   * Checks the geometry of a film after its fonts and captions have loaded. Rejects if the signal aborts, or if the
   * worker ends.
   */
  readonly checkFilm: (film: FilmToCheck, options: CheckOptions, signal: AbortSignal) => Promise<CheckedFilm>;
  /**
   * Lays out a text after its fonts have loaded. Resolves with null if the layout fails. Rejects if the signal aborts.
   */
  readonly layOut: (movie: Movie, layer: TextLayer, frame: Size, signal: AbortSignal) => Promise<DrawingLayout | null>;
  readonly dispose: () => void;
}

/** The maximum number of cached layouts. Many films have texts in common. */
const MAX_CACHED = 500;

/** The number of layouts that are requested at the same time. An aborted check requests no more layouts. */
const LAYOUTS_AT_ONCE = 32;

export function createTextCheck(port: MediaPort): TextCheck {
  let change = Promise.withResolvers<void>();
  const onChange = (): void => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const engine = createProjectEngine(port, onChange);
  const { worker, stills, added } = engine;
  const cached = new Map<string, Promise<DrawingLayout | null>>();

  const readyDrawing = async (
    movie: Movie,
    layer: TextLayer,
    frame: Size,
    signal: AbortSignal,
  ): Promise<TextDrawing> => {
    for (;;) {
      const { promise } = change;
      const drawing = textDrawingOf(movie, layer, { frame, style: null }, { stills, added });
      const isOpening = playedSources(movie).some(
        (source) => source.kind === 'font' && stills.get(source).kind === 'opening',
      );
      if (!isOpening && !added.isLoading()) return drawing;
      await promise;
      signal.throwIfAborted();
    }
  };
  const requestLayout = async (drawing: TextDrawing): Promise<DrawingLayout | null> => {
    // The worker ended before it responded, so the text has no layout.
    const layout = await worker.layOut(drawing).catch(() => null);
    return layout?.ok === true ? layout.value : null;
  };
  /** The layouts of the last checks, as promises while they are requested. */
  const remembered = createLayoutMemory<Promise<DrawingLayout | null>>(LAYOUT_LIMITS);
  const layOutOnce = (drawing: TextDrawing): Promise<DrawingLayout | null> => {
    const drawn = `${worker.generation()} ${JSON.stringify(drawing)}`;
    const layout = remembered.get(drawn) ?? requestLayout(drawing);
    remembered.put(drawn, layout);
    return layout;
  };
  /** Waits until the sources of a film have loaded. Returns the film with its sources, and the texts to lay out. */
  const readyFilm = async ({ movie, pictureOf }: FilmToCheck, signal: AbortSignal) => {
    for (;;) {
      const { promise } = change;
      const named = playedSources(movie).filter(({ kind }) => kind === 'font' || kind === 'captions');
      const captions = new Map(
        named.flatMap((source) => {
          const status = source.kind === 'captions' ? stills.get(source) : null;
          return status?.kind === 'ready' && status.still.kind === 'captions'
            ? [[source.at.node, status.still.captions] as const]
            : [];
        }),
      );
      const declared = declaredFonts(movie, { stills });
      const pictures = picturesOf(movie, pictureOf);
      const film: CheckedMovie = {
        movie,
        sources: { captions, fonts: (text) => fontsFor(text, declared, added.forText(text)) },
        sizeOf: ({ id }) => pictures.sizes.get(id) ?? null,
        isVector: ({ id }) => pictures.vectors.has(id),
      };
      const texts = textsToLayOut(film);
      const isOpening = named.some((source) => stills.get(source).kind === 'opening');
      if (!isOpening && !added.isLoading()) return { film, texts, captions, ...pictures };
      await Promise.race([promise, aborted(signal)]);
      signal.throwIfAborted();
    }
  };
  return {
    async checkFilm(filmToCheck, options, signal) {
      const { film, texts, captions, sizes, vectors } = await readyFilm(filmToCheck, signal);
      const layouts = new Map<string, DrawingLayout>();
      for (let start = 0; start < texts.texts.length; start += LAYOUTS_AT_ONCE) {
        const slice = texts.texts.slice(start, start + LAYOUTS_AT_ONCE);
        const laidOut = await Promise.all(slice.map(({ drawing }) => layOutOnce(drawing)));
        signal.throwIfAborted();
        for (const [at, { key }] of slice.entries()) {
          const layout = laidOut[at];
          if (layout != null) layouts.set(key, layout);
        }
      }
      const { movie } = film;
      const result = await worker.check({ movie, sizes, vectors, captions, layouts, isCut: texts.isCut, options });
      signal.throwIfAborted();
      return { result, film, layouts };
    },
    async layOut(movie, layer, frame, signal) {
      const drawing = await readyDrawing(movie, layer, frame, signal);
      const key = JSON.stringify(drawing);
      const answer = cached.get(key) ?? requestLayout(drawing);
      cached.delete(key);
      cached.set(key, answer);
      const [oldest] = cached.keys();
      if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
      const layout = await answer;
      signal.throwIfAborted();
      return layout;
    },
    dispose() {
      engine.dispose();
      onChange();
    },
  };
}

/** Returns the known sizes of the images and videos of a movie, and the layers that show a vector image. */
function picturesOf(movie: Movie, pictureOf: FilmToCheck['pictureOf']) {
  const sizes = new Map<NodeId, Size>();
  const vectors = new Set<NodeId>();
  for (const { layer } of placedLayers(movie)) {
    const picture = layer.kind === 'image' || layer.kind === 'video' ? pictureOf(layer.source) : null;
    if (picture === null) continue;
    sizes.set(layer.id, { width: picture.width, height: picture.height });
    if (picture.isVector) vectors.add(layer.id);
  }
  return { sizes, vectors };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
