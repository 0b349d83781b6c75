import decodeQr from 'qr/decode.js';
import { useEffect, useMemo, useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { boundsOfBox, framedLayers, layerBoxesAt } from '#shared/timeline/boxes.ts';
import { codeBox, codeLayout } from '#shared/timeline/codes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import { NOTHING_KNOWN } from '#shared/timeline/timeline-kinds.ts';
import styles from '../fields/inspector.module.css';

/** The version of a code, the size of its modules, and whether it can be read in the current frame. */
export function CodeFacts({ layer }: { readonly layer: NodeId }) {
  const { inspector } = useStrings();
  const movie = useEditorValue(({ document }) => document.state.movie);
  const facts = useMemo(() => movie && codeFacts(movie, layer), [movie, layer]);
  const reading = useReading(layer);
  if (facts === null) return null;
  const { version, modules, module } = facts;
  return (
    <div className={styles.facts}>
      <p>{inspector.codeFacts(version, modules, formatNumber(module))}</p>
      <p role="status" aria-label={inspector.codeReader}>
        {inspector.codeReading[reading]}
      </p>
    </div>
  );
}

interface Facts {
  readonly version: number;
  /** The number of modules of a side. */
  readonly modules: number;
  /** The side of a module in pixels of the film. */
  readonly module: number;
}

/** Returns the facts about a code; null while it is not in the movie. */
export function codeFacts(movie: Movie, id: NodeId): Facts | null {
  const found = framedLayers(movie).find(({ layer }) => layer.id === id);
  if (found?.layer.kind !== 'code') return null;
  const layout = codeLayout(found.layer, codeBox(found.layer, found.frame));
  if (layout === null) return null;
  const { across, down } = found.layer.placement.scale;
  const scale = Math.min(Math.abs(across), Math.abs(down));
  const { version, modules } = layout.code;
  return { version, modules, module: Math.floor(layout.module * scale * 100) / 100 };
}

type Reading = 'unknown' | 'hidden' | 'readable' | 'unreadable';

/** The delay in milliseconds after a change before the frame is read, so that typing and scrubbing stay fast. */
const QUIET_MILLISECONDS = 200;
/** The maximum number of attempts while the exact frame is unavailable, for example because a source loads. */
const MAX_ATTEMPTS = 50;

/** Reads the code in the frame at the playhead. The result is unknown during playback. */
function useReading(layer: NodeId): Reading {
  const { views } = useEditor();
  const movie = useEditorValue(({ document }) => document.state.movie);
  const playhead = useEditorValue(({ document }) => document.state.playhead);
  const isPlaying = useEditorValue(({ document }) => document.state.playing);
  const [reading, setReading] = useState<Reading>('unknown');
  useEffect(() => {
    setReading('unknown');
    if (movie === null || isPlaying) return;
    const box = layerBoxesAt(movie, playhead, { known: NOTHING_KNOWN, sizeAfter: sizeWithEffects }).find(
      (each) => each.layer.id === layer && each.isPlayed,
    );
    if (box?.layer.kind !== 'code') {
      setReading('hidden');
      return;
    }
    const { content } = box.layer;
    const bounds = boundsOfBox(box);
    let attempts = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = () => {
      attempts += 1;
      const pixels = views.preview?.framePixels() ?? null;
      if (pixels !== null) setReading(isReadable(pixels, bounds, content) ? 'readable' : 'unreadable');
      else if (attempts < MAX_ATTEMPTS) timer = setTimeout(attempt, QUIET_MILLISECONDS);
    };
    timer = setTimeout(attempt, QUIET_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [views, movie, playhead, isPlaying, layer]);
  return reading;
}

/** Returns whether a part of a picture has a readable code with this content. */
export function isReadable(
  picture: Pick<ImageData, 'width' | 'height' | 'data'>,
  bounds: Rect,
  content: string,
): boolean {
  const left = Math.max(0, Math.floor(bounds.left));
  const top = Math.max(0, Math.floor(bounds.top));
  const width = Math.min(picture.width, Math.ceil(bounds.left + bounds.width)) - left;
  const height = Math.min(picture.height, Math.ceil(bounds.top + bounds.height)) - top;
  if (width <= 0 || height <= 0) return false;
  const data = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 4 * ((top + row) * picture.width + left);
    data.set(picture.data.subarray(from, from + 4 * width), 4 * row * width);
  }
  try {
    return decodeQr({ width, height, data }) === content;
  } catch {
    // The reader throws if it finds no code, or one with too many errors.
    return false;
  }
}
