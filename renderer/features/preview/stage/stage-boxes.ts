import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { withElementIdsAt } from '#renderer/editor/copies.ts';
import { useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import type { TextSizes } from '#renderer/playback/compose/text-sizes.ts';
import { sourceFactsQuery } from '#renderer/project/source-facts.ts';
import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import type { MediaSource, Movie, Scene } from '#shared/template/movie/movie.ts';
import { sourceKey, withNestedLayers } from '#shared/template/movie/used-sources.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { type LayerBox, layerBoxesAt } from '#shared/timeline/boxes.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import type { KnownSizes } from '#shared/timeline/timeline-kinds.ts';

const NO_BOXES: readonly LayerBox[] = [];

/**
 * Returns the boxes of the layers at the playhead, and of a selected mask shape. Empty during playback, and while a
 * gesture shows another frame.
 */
export function useStageBoxes(known: KnownSizes): readonly LayerBox[] {
  const movie = useEditorValue(({ document }) => document.state.movie);
  const frame = useEditorValue(({ document }) =>
    document.state.playing || document.state.previewedFrame !== null ? null : document.state.playhead,
  );
  const { ids } = useEditorValue(({ document }) => document.state.selection);
  return useMemo(() => {
    if (movie === null || frame === null) return NO_BOXES;
    return layerBoxesAt(withElementIdsAt(movie, frame), frame, {
      known,
      sizeAfter: sizeWithEffects,
      inMasks: new Set(ids),
    });
  }, [movie, frame, known, ids]);
}

/**
 * Returns the known sizes of visible files, as reported by the service, and of measured texts. Only the files of
 * visible scenes are requested, because a movie can contain a thousand files.
 */
export function useKnownSizes(texts: TextSizes | undefined): KnownSizes {
  const { client } = useApi();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const sources = useStableValue(selectVisibleScenes, visibleSources, sameSources);
  const videos = sources.filter(({ kind }) => kind === 'video');
  const facts = useQueries({
    queries: videos.map(({ source }) => sourceFactsQuery(client, project, source, assets)),
  });
  const sizesJson = JSON.stringify([
    ...facts.flatMap(({ data }, index): readonly KnownSize[] => {
      const { source } = videos[index] ?? {};
      if (source === undefined || !data?.video) return [];
      const { displayWidth: width, displayHeight: height } = data.video;
      return [[sourceKey(source), { width, height }]];
    }),
    ...sources.flatMap((seen) => (seen.kind === 'image' ? imageSize(seen.source, assets) : [])),
  ]);
  const movie = useEditorValue(({ document }) => document.state.movie);
  const [revision, setRevision] = useState(0);
  useEffect(() => texts?.subscribe(() => setRevision((count) => count + 1)), [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` changes when a text has been measured
  return useMemo(() => {
    const sizes = new Map<string, Size>(JSON.parse(sizesJson));
    return {
      ofSource: ({ source }) => sizes.get(sourceKey(source)) ?? null,
      ofText: (layer, look, frame) =>
        movie === null || texts === undefined ? null : texts.sizeOf(movie, layer, look, frame),
      ofCaptions: (layer, look, frame, at) =>
        movie === null || texts === undefined ? null : texts.captionSizeOf(movie, layer, { look, frame, at }),
    };
  }, [sizesJson, texts, movie, revision]);
}

type KnownSize = readonly [string, Size];

/** A file that is visible at the playhead. */
interface VisibleSource {
  readonly kind: 'video' | 'image';
  readonly source: MediaSource;
}

const NO_SOURCES: readonly VisibleSource[] = [];

/** The scenes that are visible at a frame; two during a transition. */
interface VisibleScenes {
  readonly movie: Movie;
  readonly scenes: readonly Scene[];
}

const visibleScenesOf = new WeakMap<Movie, Map<string, VisibleScenes>>();

/** Selects the visible scenes; null without a movie. Memoized by movie and scenes. */
function selectVisibleScenes({ movie, playhead, previewedFrame }: EditorState): VisibleScenes | null {
  if (movie === null) return null;
  const frame = previewedFrame?.frame ?? playhead;
  const visible = buildTimeline(movie).scenes.filter(({ start, end }) => frame >= start && frame < end);
  const key = visible.map(({ index }) => index).join(' ');
  const parts = visibleScenesOf.get(movie) ?? new Map<string, VisibleScenes>();
  visibleScenesOf.set(movie, parts);
  const part = parts.get(key) ?? { movie, scenes: visible.map(({ scene }) => scene) };
  parts.set(key, part);
  return part;
}

/**
 * Returns the size of an image from the list of assets, because images have no media facts. Empty for an image at a
 * URL.
 */
function imageSize(source: MediaSource, assets: readonly AssetEntry[] | undefined): readonly KnownSize[] {
  const media = source.kind === 'asset' ? assetNamed(assets, source.name)?.media : null;
  if (media?.width == null || media.height === null) return [];
  return [[sourceKey(source), { width: media.width, height: media.height }]];
}

function visibleSources(part: VisibleScenes | null): readonly VisibleSource[] {
  if (part === null) return NO_SOURCES;
  const layers = [...part.scenes, ...part.movie.overlays].flatMap((container) => withNestedLayers(container.layers));
  const visible = layers.flatMap((layer): readonly VisibleSource[] =>
    layer.kind === 'video' || layer.kind === 'image' ? [{ kind: layer.kind, source: layer.source }] : [],
  );
  return [...new Map(visible.map((each) => [visibleSourceKey(each), each])).values()];
}

function sameSources(one: readonly VisibleSource[], other: readonly VisibleSource[]): boolean {
  return one.map(visibleSourceKey).join('\n') === other.map(visibleSourceKey).join('\n');
}

function visibleSourceKey({ kind, source }: VisibleSource): string {
  return `${kind} ${sourceKey(source)}`;
}
