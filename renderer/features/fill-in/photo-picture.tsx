import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetUrl, imageUrl } from '#renderer/api/client/media-urls.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import {
  type CropWindow,
  type FocusPoint,
  focusMovedBy,
  focusOf,
  formatCrop,
  formatFocus,
  MAX_ZOOM,
  movedWindow,
  windowOf,
  zoomedWindow,
  zoomOf,
} from '#renderer/interaction/crop-window.ts';
import { startDrag } from '#renderer/interaction/drag.ts';
import { sampleOf } from '#renderer/project/variable-rows.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { formatNumber, formatPercent } from '#renderer/ui/format/number.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { boxIn, framedLayers } from '#shared/timeline/boxes.ts';
import type { PhotoCrop } from './form-fields.ts';
import styles from './media-control.module.css';

export interface PhotoPictureProps {
  readonly project: string;
  readonly asset: AssetEntry;
  readonly label: string;
  /** The variable for the visible part; null if there is none. */
  readonly cutting: PhotoCrop | null;
  readonly disabled: boolean;
  readonly onCut: (value: string | null) => void;
}

/** A photo with its visible part. The user drags the photo behind its frame, or drags its focus point. */
export function PhotoPicture({ project, asset, label, cutting, disabled, onCut }: PhotoPictureProps) {
  const [size, setSize] = useState<Size | null>(null);
  const shape = useEditorValue(({ document }) =>
    document.state.movie === null || cutting === null ? null : shapeOf(document.state.movie, cutting.node),
  );
  // The service converts formats that browsers cannot display. Until the file is inspected, the browser tries to
  // display it.
  const isConverted = ['heic', 'avif'].includes(asset.media?.videoCodec ?? '');
  const src = isConverted
    ? imageUrl(project, { kind: 'asset', name: asset.name, etag: null })
    : assetUrl(project, asset.name);
  const cropText = cutting?.row.value ?? '';
  const onCancel = () => onCut(cutting === null ? null : sampleOf(cutting.row));
  const cutProps = { src, label, size, disabled, written: cropText, onCut, onCancel };
  return (
    <>
      {cutting !== null && size !== null && cutting.kind === 'crop' && (
        <CropFrame {...cutProps} size={size} shape={shape ?? size.width / size.height} />
      )}
      {cutting !== null && size !== null && cutting.kind === 'focus' && <FocusFrame {...cutProps} />}
      <div className={styles.picture} hidden={cutting !== null && size !== null}>
        <img
          className={styles.whole}
          src={src}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (width > 0 && height > 0) setSize({ width, height });
          }}
        />
      </div>
    </>
  );
}

interface CutProps {
  readonly src: string;
  readonly label: string;
  readonly disabled: boolean;
  /** The value of the variable. */
  readonly written: string;
  readonly onCut: (value: string) => void;
  /** Restores the value from before the drag. */
  readonly onCancel: () => void;
}

const STEP = 0.02;
const LARGE_STEP = 0.1;

/** Returns the fractions of the frame by which an arrow key moves; null for other keys. */
function arrowOf({ key, shiftKey }: KeyboardEvent): readonly [across: number, down: number] | null {
  const by = shiftKey ? LARGE_STEP : STEP;
  switch (key) {
    case 'ArrowLeft':
      return [-by, 0];
    case 'ArrowRight':
      return [by, 0];
    case 'ArrowUp':
      return [0, -by];
    case 'ArrowDown':
      return [0, by];
    default:
      return null;
  }
}

/**
 * Handles a drag on an element. `move` gets the distance from the start as fractions of the element's size.
 * @param cancel Restores the value from the start.
 */
function drag(
  event: PointerEvent<HTMLElement>,
  move: (across: number, down: number) => void,
  cancel: () => void,
): void {
  if (event.button !== 0) return;
  const element = event.currentTarget;
  startDrag(event, {
    move: ({ dx, dy }) => {
      const { width, height } = element.getBoundingClientRect();
      move(dx / width, dy / height);
    },
    end: () => undefined,
    cancel,
    click: () => undefined,
  });
}

function CropFrame(props: CutProps & { readonly size: Size; readonly shape: number }) {
  const { src, label, size, shape, disabled, written, onCut, onCancel } = props;
  const { fillIn: strings } = useStrings();
  const help = useId();
  const window = windowOf(written, size, shape);
  const zoom = zoomOf(window, size, shape);
  const applyCrop = (next: CropWindow) => {
    if (!disabled) onCut(formatCrop(next));
  };
  return (
    <>
      <div
        className={clsx('draggable', styles.crop)}
        style={{ aspectRatio: shape, maxWidth: `${Math.round(220 * shape)}px` }}
        role="application"
        aria-label={strings.crop(label)}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture handles keys
        tabIndex={0}
        // Invert the direction: the picture follows the pointer, so its window moves the other way.
        onPointerDown={(event) =>
          drag(event, (across, down) => applyCrop(movedWindow(window, -across, -down)), onCancel)
        }
        onKeyDown={(event) => {
          const arrow = arrowOf(event);
          const zoomFactor = event.key === '+' || event.key === '=' ? 1.1 : event.key === '-' ? 1 / 1.1 : null;
          if (arrow !== null) applyCrop(movedWindow(window, arrow[0], arrow[1]));
          else if (zoomFactor !== null) applyCrop(zoomedWindow(window, zoom * zoomFactor, size, shape));
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <img
          src={src}
          alt=""
          draggable={false}
          className={styles.under}
          style={{
            width: `${100 / window.width}%`,
            height: `${100 / window.height}%`,
            left: `${(-100 * window.left) / window.width}%`,
            top: `${(-100 * window.top) / window.height}%`,
          }}
        />
      </div>
      <p id={help} className="visually-hidden">
        {strings.cropHelp}
      </p>
      <div className={styles.zoom}>
        <span>{strings.zoom}</span>
        <Slider
          value={Math.min(MAX_ZOOM, Math.max(1, zoom))}
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          defaultValue={1}
          label={strings.zoomOf(label)}
          valueText={(value) => `${formatNumber(value, 2)} ×`}
          disabled={disabled}
          onPreview={(next) => applyCrop(zoomedWindow(window, next, size, shape))}
          onCommit={(next) => applyCrop(zoomedWindow(window, next, size, shape))}
          onCancel={onCancel}
        />
      </div>
    </>
  );
}

function FocusFrame({ src, label, disabled, written, onCut, onCancel }: CutProps) {
  const { fillIn: strings } = useStrings();
  const help = useId();
  const focus = focusOf(written);
  const applyFocus = (next: FocusPoint) => {
    if (!disabled) onCut(formatFocus(next));
  };
  return (
    <>
      <div
        className={clsx('draggable', styles.focusGround)}
        role="application"
        aria-label={strings.focus(label)}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture handles keys
        tabIndex={0}
        onPointerDown={(event) =>
          drag(event, (across, down) => applyFocus(focusMovedBy(focus, across, down)), onCancel)
        }
        onDoubleClick={({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          applyFocus(focusMovedBy({ across: 0, down: 0 }, (clientX - left) / width, (clientY - top) / height));
        }}
        onKeyDown={(event) => {
          const arrow = arrowOf(event);
          if (arrow === null) return;
          applyFocus(focusMovedBy(focus, arrow[0], arrow[1]));
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <img src={src} alt="" draggable={false} className={styles.focusPicture} />
        <i className={styles.point} style={{ left: `${focus.across * 100}%`, top: `${focus.down * 100}%` }} />
      </div>
      <p id={help} className="visually-hidden">
        {strings.focusHelp}
      </p>
      <p className={styles.hint} role="status">
        {strings.focusAt(formatPercent(focus.across), formatPercent(focus.down))}
      </p>
    </>
  );
}

/**
 * Returns the aspect ratio (width divided by height) in which the layer shows a picture; null if the layer uses the
 * picture's aspect ratio.
 */
function shapeOf(movie: Movie, node: NodeId): number | null {
  const framedLayer = framedLayers(movie).find(({ layer }) => layer.id === node);
  if (framedLayer === undefined) return null;
  const { layer, frame } = framedLayer;
  if (layer.kind !== 'image' && layer.kind !== 'video') return null;
  if (layer.fit !== 'cover' && layer.fit !== 'stretch') return null;
  const { width, height } = layer.box;
  if ((width === null) !== (height === null)) return null;
  const box = boxIn(layer.box, frame);
  return box.height > 0 && box.width > 0 ? box.width / box.height : null;
}
