import { useQuery } from '@tanstack/react-query';
import { Equal, type LucideIcon, Minus, PencilLine, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { nextInList } from '#renderer/interaction/focus.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { Badge, type BadgeProps } from '#renderer/ui/display/badge.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import {
  type ChangedLayer,
  compareFilms,
  type FilmVersion,
  type SceneDifference,
} from '#shared/golden/compare-golden.ts';
import styles from './film-comparison.module.css';

/** A film in a comparison, with all inputs that the service needs for its frames. */
export interface ComparableFilm extends FilmVersion {
  /** The displayed name, such as `Revision 12` or `Row 3`. */
  readonly label: string;
  /** The author and the description of the revision; absent if they are unknown. */
  readonly note?: string | undefined;
  readonly project: string;
  readonly values: Readonly<Record<string, string>>;
}

interface FilmComparisonProps {
  readonly before: ComparableFilm;
  readonly after: ComparableFilm;
  /** Selects a layer of the later film in the editor; null if that film is not open there. */
  readonly onLayer: ((place: string) => void) | null;
}

/** The delay in milliseconds between a change of the time and the request for its frames. */
const REST_MILLISECONDS = 150;

/**
 * The comparison of two films. A table lists their scenes. For the selected scene, the exact frames at one time are
 * shown: before, after, and the differing pixels. Below, the differing layers are listed.
 */
export function FilmComparison({ before, after, onLayer }: FilmComparisonProps) {
  const { comparison: strings } = useStrings();
  const compared = useMemo(() => compareFilms(before, after), [before, after]);
  const { scenes } = compared;
  const [chosen, setChosen] = useState<string | null>(null);
  const scene =
    scenes.find(({ key }) => key === chosen) ?? scenes.find(({ state }) => state !== 'same') ?? scenes[0] ?? null;
  if (scene === null) return <EmptyState icon={Equal} title={strings.noScenes} hint={strings.noScenesHint} />;
  return (
    <div className={styles.comparison}>
      <SceneTable scenes={scenes} current={scene.key} onCurrent={setChosen} rate={after.movie.frameRate} />
      <SceneMoment key={scene.key} {...{ scene, before, after, onLayer }} layersAt={compared.layersAt} />
    </div>
  );
}

const looks = {
  same: { icon: Equal, tone: 'plain' },
  changed: { icon: PencilLine, tone: 'warning' },
  new: { icon: Plus, tone: 'success' },
  gone: { icon: Minus, tone: 'danger' },
} as const satisfies Record<SceneDifference['state'], { readonly icon: LucideIcon; readonly tone: BadgeProps['tone'] }>;

const PAGE = 8;

interface SceneTableProps {
  readonly scenes: readonly SceneDifference[];
  readonly current: string;
  readonly onCurrent: (key: string) => void;
  readonly rate: FilmVersion['movie']['frameRate'];
}

/** The list of the scenes of both films, with the state of each. */
function SceneTable({ scenes, current, onCurrent, rate }: SceneTableProps) {
  const { comparison: strings } = useStrings();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = scenes.findIndex(({ key }) => key === current);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = nextInList(event.key, at, scenes.length, { page: PAGE });
    const scene = target === null ? undefined : scenes[target];
    if (scene === undefined) return;
    event.preventDefault();
    onCurrent(scene.key);
  };
  return (
    <div
      ref={list}
      className={styles.scenes}
      role="listbox"
      tabIndex={0}
      aria-label={strings.scenes}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
    >
      {scenes.map(({ key, name, index, state, before, after }, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
        <div
          key={key}
          id={`${id}-${place}`}
          data-at={place}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          className={styles.scene}
          onClick={() => onCurrent(key)}
        >
          <span className={styles.name}>{strings.scene(index + 1, name)}</span>
          <Badge icon={looks[state].icon} tone={looks[state].tone}>
            {strings.states[state]}
          </Badge>
          <span className={`${styles.times} tabular`}>{formatTimecode((after ?? before)?.start ?? 0, rate)}</span>
        </div>
      ))}
    </div>
  );
}

interface SceneMomentProps extends FilmComparisonProps {
  readonly scene: SceneDifference;
  readonly layersAt: ReturnType<typeof compareFilms>['layersAt'];
}

/** The frames of a scene at one time, and the layers whose states differ at this time. */
function SceneMoment({ scene, before, after, onLayer, layersAt }: SceneMomentProps) {
  const { comparison: strings } = useStrings();
  const lengthOf = (span: SceneDifference['before']) => (span === null ? 0 : span.end - span.start);
  const length = Math.max(lengthOf(scene.before), lengthOf(scene.after));
  const [offset, setOffset] = useState(Math.floor(length / 2));
  const frameOf = (span: SceneDifference['before']) =>
    span === null ? null : Math.min(span.start + offset, span.end - 1);
  const [frameBefore, frameAfter] = [frameOf(scene.before), frameOf(scene.after)];
  const rested = useRested(offset);
  const isResting = rested === offset;
  const pictures = [
    useFramePicture(before, frameBefore, isResting),
    useFramePicture(after, frameAfter, isResting),
  ] as const;
  const layers = useMemo(
    () => (frameBefore === null || frameAfter === null ? [] : layersAt(frameBefore, frameAfter)),
    [layersAt, frameBefore, frameAfter],
  );
  const difference = useMemo(
    () => (pictures[0].data && pictures[1].data ? differenceOf(pictures[0].data, pictures[1].data) : null),
    [pictures[0].data, pictures[1].data],
  );
  const { frameRate } = after.movie;
  // The same frame number as above the later picture.
  const start = (scene.after ?? scene.before)?.start ?? 0;
  const timeText = (value: number) => strings.moment(formatTimecode(start + value, frameRate), start + value);
  return (
    <div className={styles.moment} data-wide={ratioOf(after) > WIDE || undefined}>
      <div className={styles.pictures}>
        <FramePicture film={before} frame={frameBefore} picture={pictures[0]} />
        <FramePicture film={after} frame={frameAfter} picture={pictures[1]} />
        <figure className={styles.picture}>
          <figcaption className={styles.caption}>
            <span className={styles.title}>{strings.difference}</span>
            <span className={styles.note} role="status">
              {difference === null ? '' : strings.pixels(difference.count, formatCount(difference.count))}
            </span>
          </figcaption>
          <div className={styles.stage} style={{ '--ratio': ratioOf(after) }}>
            {difference !== null && <PixelCanvas image={difference.image} label={strings.difference} />}
          </div>
        </figure>
      </div>
      <div className={styles.side}>
        <div className={styles.slider}>
          <span className={styles.sliderLabel}>{strings.momentLabel}</span>
          <Slider
            label={strings.momentLabel}
            value={offset}
            min={0}
            max={Math.max(1, length - 1)}
            valueText={timeText}
            onPreview={setOffset}
            onCommit={setOffset}
          />
          <span className={`${styles.time} tabular`}>{timeText(offset)}</span>
        </div>
        <LayerList layers={layers} onLayer={onLayer} isCompared={frameBefore !== null && frameAfter !== null} />
      </div>
    </div>
  );
}

/** Two pictures of films with a greater ratio of width to height fit above the difference. */
const WIDE = 1.4;

function ratioOf({ movie }: ComparableFilm): number {
  return movie.width / movie.height;
}

/** Returns a value after it has been stable for a short time. */
function useRested(value: number): number {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** Queries a frame as pixels, rendered by the engine. Disabled if the frame is null. */
function useFramePicture({ project, source, values }: ComparableFilm, frame: number | null, isResting: boolean) {
  const { client, region } = useApi();
  const variables = JSON.stringify(values);
  return useQuery({
    queryKey: ['compared-frame', project, source.text, variables, frame],
    queryFn: async ({ signal }): Promise<ImageData> => {
      const parameters = { region: await region(), project };
      const body = { template: source.text, variables, frame: String(frame) };
      const answer = await client.open('renderFrame', { parameters, body, signal });
      return await pixelsOf(await answer.blob());
    },
    enabled: frame !== null && isResting,
    // The template, the values, and the frame determine the pixels, unless files of the project were replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Decodes a picture without color conversion. */
async function pixelsOf(blob: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('a canvas has a 2D context');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The brightness of equal pixels in the picture of differences, the same as in the sheets of `scenewright test`. */
const DIMMED = 0.3;
const MAGENTA = [255, 0, 255] as const;

/**
 * Returns the number of differing pixels, and a picture with these pixels in magenta. The rest of the picture is the
 * later frame, dimmed.
 */
function differenceOf(before: ImageData, after: ImageData): { readonly count: number; readonly image: ImageData } {
  const { width, height } = after;
  const isOneSize = before.width === width && before.height === height;
  const image = new ImageData(width, height);
  let count = 0;
  for (let at = 0; at < image.data.length; at += 4) {
    const isEqual =
      isOneSize && [0, 1, 2, 3].every((channel) => before.data[at + channel] === after.data[at + channel]);
    if (!isEqual) count += 1;
    for (let channel = 0; channel < 3; channel += 1)
      image.data[at + channel] = isEqual ? (after.data[at + channel] ?? 0) * DIMMED : (MAGENTA[channel] ?? 0);
    image.data[at + 3] = 255;
  }
  return { count, image };
}

interface FramePictureProps {
  readonly film: ComparableFilm;
  /** The frame; null if the film does not contain the scene. */
  readonly frame: number | null;
  readonly picture: ReturnType<typeof useFramePicture>;
}

function FramePicture({ film, frame, picture }: FramePictureProps) {
  const { comparison: strings } = useStrings();
  const { label: title, note } = film;
  return (
    <figure className={styles.picture}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <span className={styles.note} title={note}>
          {note ?? (frame === null ? '' : strings.frame(frame))}
        </span>
      </figcaption>
      <div className={styles.stage} style={{ '--ratio': ratioOf(film) }}>
        {frame === null ? (
          <span className={styles.none}>{strings.noScene}</span>
        ) : picture.data ? (
          <PixelCanvas image={picture.data} label={strings.picture(title)} />
        ) : picture.isError ? (
          <span className={styles.none}>{problemText(picture.error)}</span>
        ) : (
          <Skeleton width="100%" height="100%" />
        )}
      </div>
    </figure>
  );
}

function PixelCanvas({ image, label }: { readonly image: ImageData; readonly label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [image]);
  return <canvas ref={canvas} role="img" aria-label={label} width={image.width} height={image.height} />;
}

interface LayerListProps {
  readonly layers: readonly ChangedLayer[];
  readonly onLayer: ((place: string) => void) | null;
  /** Whether both films contain the scene. */
  readonly isCompared: boolean;
}

/** The layers that differ at this time, with the properties in which they differ. */
function LayerList({ layers, onLayer, isCompared }: LayerListProps) {
  const { comparison: strings } = useStrings();
  if (layers.length === 0) return <p className={styles.noLayers}>{isCompared ? strings.noLayers : ''}</p>;
  return (
    <ul className={styles.layers} aria-label={strings.layers}>
      {layers.map(({ at, name, what }) => {
        const place = at.replace(/(?:#\d+)+$/, '');
        const title = name ?? (place === 'movie' ? strings.movie : place);
        const isThere = onLayer !== null && !what.includes('gone');
        return (
          <li key={`${at} ${what.join()}`} className={styles.layer}>
            {isThere ? (
              <Button size="sm" variant="quiet" tooltip={strings.show(title)} onClick={() => onLayer(place)}>
                {title}
              </Button>
            ) : (
              <span className={styles.layerName}>{title}</span>
            )}
            <span className={styles.what}>{what.map(strings.property).join(', ')}</span>
          </li>
        );
      })}
    </ul>
  );
}
