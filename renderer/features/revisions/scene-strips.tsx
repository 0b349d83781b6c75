import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { nextInList } from '#renderer/interaction/focus.ts';
import { createProjectMedia } from '#renderer/playback/decode/service-media.ts';
import { createScenePictures, type ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { Change } from '#shared/editing/compare/compare-elements.ts';
import type { SceneComparison } from '#shared/editing/compare/compare-templates.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { SceneColumn, type StripSide, titleOf } from './scene-column.tsx';
import styles from './scene-strips.module.css';
import type { Version } from './version.ts';

const COLUMN = 156;

interface SceneStripsProps {
  readonly before: Version;
  readonly after: Version;
  readonly scenes: readonly SceneComparison[];
  readonly current: number;
  readonly onCurrent: (column: number) => void;
}

/**
 * The scenes of two versions as strips, one strip above the other. A scene that exists in both versions has one column.
 */
export function SceneStrips({ before, after, scenes, current, onCurrent }: SceneStripsProps) {
  const { revisions: strings } = useStrings();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const above = useSide(before);
  const below = useSide(after);
  const virtual = useVirtualizer({
    horizontal: true,
    count: scenes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    overscan: 2,
    paddingStart: 12,
    paddingEnd: 12,
  });
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current);
  }, [virtual, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller.current?.clientWidth ?? 0) / COLUMN) - 1;
    const target = nextInList(event.key, current, scenes.length, { axis: 'x', page });
    if (target === null) return;
    event.preventDefault();
    onCurrent(target);
  };
  const items = virtual.getVirtualItems();
  const isDrawn = items.some(({ index }) => index === current);
  return (
    <div className={styles.strips}>
      <div className={styles.labels} aria-hidden="true">
        <span title={before.label}>{before.label}</span>
        <span title={after.label}>{after.label}</span>
      </div>
      <div
        ref={scroller}
        className={styles.scroller}
        role="listbox"
        tabIndex={0}
        aria-label={strings.strips(before.label, after.label)}
        aria-orientation="horizontal"
        aria-activedescendant={isDrawn ? `${id}-${current}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={styles.columns} style={{ width: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const scene = scenes[index];
            if (scene === undefined) return null;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
              <div
                key={index}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                aria-setsize={scenes.length}
                aria-posinset={index + 1}
                aria-label={columnName(scene, above, below, strings)}
                className={styles.column}
                style={{ transform: `translateX(${start}px)` }}
                onClick={() => onCurrent(index)}
              >
                <SceneColumn scene={scene} before={above} after={below} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function useSide({ movie }: Version): StripSide {
  const pictures = useScenePictures(movie);
  return useMemo(
    () => ({ movie, pictures, scenes: new Map(movie?.scenes.map((scene) => [scene.id, scene])) }),
    [movie, pictures],
  );
}

interface ColumnWords {
  readonly sceneName: (scene: NonNullable<SceneComparison['after']>) => string;
  readonly mark: (scene: SceneComparison) => string;
  readonly change: (change: Change) => string;
}

/** Returns the accessible name of a column: the scene, its change, and the details. */
function columnName(scene: SceneComparison, above: StripSide, below: StripSide, words: ColumnWords): string {
  const { before, after } = scene;
  const compared = after ?? before;
  const side = after === null ? above : below;
  const name =
    compared === null
      ? ''
      : words.sceneName({ ...compared, title: titleOf(compared, side.scenes.get(compared.id) ?? null) });
  const changes = 'changes' in scene ? scene.changes.map(words.change) : [];
  return [name, words.mark(scene), ...changes].join(', ');
}

const CACHE_BYTES = 24 * 2 ** 20;

/**
 * Returns an object that draws thumbnails of the scenes in one version; null until it is created. Each version needs a
 * separate object, because scenes of both versions can have the same ids.
 */
function useScenePictures(movie: Movie | null): ScenePictures | null {
  const api = useApi();
  const project = useEditorValue(({ document }) => document.state.project);
  const [pictures, setPictures] = useState<ScenePictures | null>(null);
  useEffect(() => {
    if (movie === null) return;
    const createdPictures = createScenePictures(createProjectMedia(api, project), CACHE_BYTES);
    setPictures(createdPictures);
    return () => {
      createdPictures.dispose();
      setPictures(null);
    };
  }, [api, project, movie]);
  return pictures;
}
