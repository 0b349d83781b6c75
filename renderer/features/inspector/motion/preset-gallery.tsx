import { Play } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectRate } from '#renderer/editor/selectors.ts';
import { nextTile, rowsOfBoxes } from '#renderer/interaction/focus.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useReducedMotion } from '#renderer/ui/browser/reduced-motion.ts';
import { useShownTheme } from '#renderer/ui/browser/shown-theme.ts';
import { useInView } from '#renderer/ui/browser/use-in-view.ts';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import type { PresetType } from '#shared/template/values/animation.ts';
import type { PresetPhase } from '../model/preset-groups.ts';
import { paintSample } from './paint-sample.ts';
import styles from './preset-gallery.module.css';
import { frameAfter, isOver, type SampleFilm, sampleMotion, stillFrame, type Written } from './sample-motion.ts';

export interface PresetGalleryProps {
  readonly groups: readonly PresetGroup[];
  /** The current preset. */
  readonly value?: PresetType;
  /** The attributes to keep when the preset is replaced. Must be the same object while they are equal. */
  readonly written?: Written;
  readonly onChoose: (preset: PresetType) => void;
}

/** The minimum number of presets for a search field. */
const SEARCH_FROM = 8;

/**
 * A gallery of animated presets. The preset under the pointer or with the focus plays; a click, Enter, or Space chooses
 * it.
 */
export function PresetGallery({ groups, value, written, onChoose }: PresetGalleryProps) {
  const { inspector } = useStrings();
  const film = useSampleFilm();
  const [search, setSearch] = useState('');
  const [current, setCurrent] = useState<PresetType | null>(value ?? null);
  const [played, setPlayed] = useState<PresetType | null>(null);
  const isMotionReduced = useReducedMotion();
  const list = useRef<HTMLDivElement>(null);
  const names = { presets: inspector.motionPresets, moments: inspector.moments };
  const foundGroups = filterGroups(groups, search, names);
  const all = foundGroups.flatMap(({ presets }) => presets);
  const hasSearch = groups.flatMap(({ presets }) => presets).length > SEARCH_FROM;
  const tabStop = current !== null && all.includes(current) ? current : all[0];
  const stop = useCallback(() => setPlayed(null), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-preset]') ?? [])];
    const at = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1;
    const fromSearch = at < 0 && event.key === 'ArrowDown' && event.target instanceof HTMLInputElement;
    const rows = rowsOfBoxes(buttons.map((button) => button.getBoundingClientRect()));
    const next = fromSearch ? 0 : at < 0 ? null : nextTile(event.key, at, { rows });
    if (next === null || next === at) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons
    <div ref={list} className={styles.gallery} onKeyDown={onKeyDown}>
      {hasSearch && (
        <SearchField value={search} onChange={setSearch} label={inspector.searchMotion} size="sm" autoFocus />
      )}
      {foundGroups.length === 0 && <p className={styles.nothing}>{inspector.noMotionFound(search)}</p>}
      {foundGroups.map(({ phase, presets }) => (
        <section key={phase} aria-label={inspector.moments[phase]} className={styles.group}>
          <h3>{inspector.moments[phase]}</h3>
          <div className={styles.grid}>
            {presets.map((preset) => {
              const label = inspector.motionPresets[preset];
              const play = () => {
                if (!isMotionReduced) setPlayed(preset);
              };
              return (
                <div key={preset} className={styles.tile}>
                  <button
                    type="button"
                    className={styles.choice}
                    data-preset={preset}
                    data-plays={played === preset || undefined}
                    aria-current={preset === value || undefined}
                    aria-label={label}
                    tabIndex={preset === tabStop ? 0 : -1}
                    onFocus={() => {
                      setCurrent(preset);
                      play();
                    }}
                    onBlur={stop}
                    onPointerEnter={play}
                    onPointerLeave={stop}
                    onClick={() => onChoose(preset)}
                  >
                    <span className={styles.frame}>
                      <PresetThumbnail
                        preset={preset}
                        written={written}
                        film={film}
                        plays={played !== preset ? null : isMotionReduced ? 'once' : 'on'}
                        onPlayed={stop}
                      />
                    </span>
                    <span className={styles.name}>{label}</span>
                  </button>
                  {isMotionReduced && (
                    <div className={styles.corner}>
                      <IconButton
                        icon={Play}
                        label={inspector.playMotion(label)}
                        size="sm"
                        iconSize={12}
                        filled
                        className={styles.play}
                        tabIndex={preset === tabStop ? 0 : -1}
                        onClick={() => setPlayed(preset)}
                      />
                    </div>
                  )}
                </div>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Returns the frame size and frame rate of the open movie. */
function useSampleFilm(): SampleFilm {
  const width = useEditorValue(({ document }) => document.state.movie?.width ?? 16);
  const height = useEditorValue(({ document }) => document.state.movie?.height ?? 9);
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  return useMemo(
    () => ({ frame: { width, height }, rate: rate ?? { numerator: 25, denominator: 1 } }),
    [width, height, rate],
  );
}

export interface PresetThumbnailProps {
  readonly preset: PresetType;
  /** The attributes of the preset. Must be the same object while they are equal. */
  readonly written: Written | undefined;
  readonly film: SampleFilm;
  /** The playback of the thumbnail: in a loop, once, or none (null). */
  readonly plays: 'on' | 'once' | null;
  readonly onPlayed: () => void;
}

/** The thumbnail of a preset, animated as in the movie. It is painted without rendering while it is in view. */
function PresetThumbnail({ preset, written, film, plays, onPlayed }: PresetThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  const isInView = useInView(canvas);
  const sample = useMemo(() => sampleMotion(preset, written), [preset, written]);
  useEffect(() => {
    // Repaint after a change of the theme, because the theme determines the colors.
    void theme;
    const target = canvas.current;
    if (target === null || sample === null || !isInView) return;
    if (plays === null) return paintSample(target, sample, stillFrame(sample, film), film);
    let next = 0;
    let begin: number | null = null;
    let shownFrame = -1;
    const draw = (now: number) => {
      begin ??= now;
      const seconds = (now - begin) / 1000;
      if (plays === 'once' && isOver(seconds)) return onPlayed();
      const frame = frameAfter(seconds, film);
      if (frame !== shownFrame) paintSample(target, sample, frame, film);
      shownFrame = frame;
      next = requestAnimationFrame(draw);
    };
    next = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(next);
  }, [theme, isInView, sample, film, plays, onPlayed]);
  return <canvas ref={canvas} aria-hidden className={styles.picture} />;
}

/** The presets of a phase, in the order of the gallery. */
export interface PresetGroup {
  readonly phase: PresetPhase;
  readonly presets: readonly PresetType[];
}

/** Returns the presets whose name or phase contains all search terms. Empty groups are omitted. */
export function filterGroups(
  groups: readonly PresetGroup[],
  search: string,
  names: {
    readonly presets: Readonly<Record<PresetType, string>>;
    readonly moments: Readonly<Record<PresetPhase, string>>;
  },
): readonly PresetGroup[] {
  return groups
    .map(({ phase, presets }) => ({
      phase,
      presets: presets.filter((preset) => matchesWords(search, [names.presets[preset], names.moments[phase]])),
    }))
    .filter(({ presets }) => presets.length > 0);
}
