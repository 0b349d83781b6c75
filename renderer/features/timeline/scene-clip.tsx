import { clsx } from 'clsx';
import { EyeOff } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import type { Movie, Scene } from '../../../shared/template/movie.ts';
import { useEditorActions } from '../../state/editor-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './clip.module.css';
import { ClipFilm } from './clip-film.tsx';
import { ClipHead } from './clip-head.tsx';
import { ClipSound } from './clip-sound.tsx';
import { CELL, rowProps } from './grid/roles.ts';
import { MissingFilm } from './missing-film.tsx';
import { NameInput } from './name-input.tsx';
import { sceneTitle } from './scene-words.ts';
import { useTimelineParts } from './timeline-context.tsx';
import { comingSource, missingSource, useLibraryRevision } from './use-source-facts.ts';

export interface SceneClipProps {
  readonly scene: Scene;
  readonly index: number;
  readonly movie: Pick<Movie, 'width' | 'height' | 'frameRate'>;
  /** Pixels from the layer that scrolls. */
  readonly left: number;
  readonly width: number;
  /** What of it is drawn, in pixels from its left edge. */
  readonly from: number;
  readonly to: number;
  readonly filmHeight: number;
  readonly pixelsPerFrame: number;
  readonly variables: readonly string[];
  readonly selected: boolean;
  /** Where keys go that are pressed in the timeline. */
  readonly tabStop: boolean;
  readonly wantsFocus: boolean;
  readonly open: boolean;
  readonly renaming: boolean;
  /** Pixels that a drag has lifted it by; null while it lies. */
  readonly lift: number | null;
  /** Pixels that it makes room by. */
  readonly nudge: number;
  /** Pixels of its ends that tabs of others lie over. */
  readonly coveredStart: number;
  readonly coveredEnd: number;
}

/** A scene in its lane; one that is switched off is a tab on its cut. */
export const SceneClip = memo(function SceneClip(props: SceneClipProps) {
  const { scene, index, left, width, selected, tabStop, wantsFocus, open, lift, nudge } = props;
  const { timeline: words } = useStrings();
  const { view, library, coming } = useTimelineParts();
  useLibraryRevision();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    view.setState({ focusWanted: false });
  }, [wantsFocus, view]);
  const missing = missingSource(library, scene);
  const arrives = missing !== null && comingSource(coming, missing) !== null;
  const title = sceneTitle(scene, words);
  const states = [
    ...(scene.enabled ? [] : [words.isOff]),
    ...(missing === null ? [] : [arrives ? words.isUploading : words.isMissing]),
    ...(scene.layers.some(({ enabled, audio }) => enabled && audio) ? [] : [words.isSilent]),
  ];
  const label = [words.sceneLabel(index + 1, title, scene.duration), ...states].join(', ');
  const shift = lift ?? nudge;
  return (
    <div
      ref={ref}
      {...rowProps({
        level: 1,
        selected,
        label,
        index: index + 1,
        expanded: scene.layers.length > 0 ? open : undefined,
      })}
      tabIndex={tabStop ? 0 : -1}
      data-scene={scene.id}
      title={scene.enabled ? undefined : words.offTab(title, scene.duration)}
      className={clsx(
        styles.clip,
        selected && styles.selected,
        missing !== null && !arrives && styles.missing,
        arrives && styles.arrives,
        !scene.enabled && styles.tab,
        width < 56 && styles.narrow,
        lift !== null ? styles.lifted : styles.moving,
      )}
      style={{
        left: scene.enabled ? left + 1 : left,
        width: scene.enabled ? Math.max(2, width - 2) : width,
        ...(shift !== 0 && { transform: `translateX(${shift}px)` }),
      }}
    >
      {scene.enabled ? (
        <ClipBody {...props} title={title} missing={missing} arrives={arrives} />
      ) : (
        <TabBody title={title} />
      )}
    </div>
  );
});

type ClipBodyProps = SceneClipProps & {
  readonly title: string;
  readonly missing: ReturnType<typeof missingSource>;
  /** What is missing is being uploaded. */
  readonly arrives: boolean;
};

function ClipBody({ title, missing, arrives, ...props }: ClipBodyProps) {
  const {
    scene,
    movie,
    width,
    from,
    to,
    filmHeight,
    pixelsPerFrame,
    variables,
    selected,
    renaming,
    coveredStart,
    coveredEnd,
  } = props;
  const { timeline: words } = useStrings();
  const { view } = useTimelineParts();
  const actions = useEditorActions();
  return (
    <>
      <div
        {...CELL}
        className={styles.head}
        style={{
          ...(coveredStart > 0 && { paddingLeft: coveredStart + 4 }),
          ...(coveredEnd > 0 && { paddingRight: coveredEnd + 2 }),
        }}
      >
        {renaming ? (
          <NameInput
            label={words.sceneName}
            value={scene.name ?? title}
            onDone={(name) => {
              view.setState({ renaming: null, focusWanted: true });
              if (name !== null) actions.dispatch({ type: 'scene/rename', scene: scene.id, name: name || null });
            }}
          />
        ) : (
          width > 16 && (
            <ClipHead
              scene={scene}
              variables={variables}
              missing={missing !== null && !arrives}
              width={width - coveredStart - coveredEnd}
            />
          )
        )}
      </div>
      <div className={styles.film} {...(missing !== null && CELL)}>
        {missing === null ? (
          width > 14 && <ClipFilm {...{ movie, scene, pixelsPerFrame, width, from, to }} height={filmHeight} />
        ) : (
          <MissingFilm source={missing} width={width} />
        )}
      </div>
      {width > 8 ? (
        <ClipSound
          scene={scene}
          rate={movie.frameRate}
          pixelsPerFrame={pixelsPerFrame}
          from={from}
          to={to}
          inset={coveredStart}
          missing={missing !== null}
        />
      ) : (
        <div className={styles.sound} />
      )}
      {selected && width > 24 && (
        <>
          <i className={clsx(styles.handle, styles.handleStart)} />
          <i className={clsx(styles.handle, styles.handleEnd)} />
        </>
      )}
    </>
  );
}

function TabBody({ title }: { readonly title: string }) {
  return (
    <>
      <div {...CELL} className={styles.head}>
        <Icon icon={EyeOff} size={12} />
      </div>
      <span className={styles.tabName}>{title}</span>
    </>
  );
}
