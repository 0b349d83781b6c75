import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { actionEntries } from '#renderer/actions/runtime/action-menu.ts';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import type { TextSizes } from '#renderer/film/compose/text-sizes.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useLocked } from '#renderer/state/locked-layers.ts';
import { inQuotes, say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { motionPath } from '#shared/editing/stage/motion-path.ts';
import type { SafeArea } from '#shared/editing/stage/safe-areas.ts';
import { boundsOfBox, type LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { Rect } from '#shared/film/rows/row.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { layerName } from '../../words/layer-words.ts';
import type { StageDrag } from '../gestures/gesture-context.ts';
import { BoxHandles, CommonBox } from '../handles/box-handles.tsx';
import { DragTip } from '../handles/drag-tip.tsx';
import { GuideLines, GuideNames } from '../handles/guides.tsx';
import handleStyles from '../handles/handles.module.css';
import { MotionPath } from '../handles/motion-path.tsx';
import { beginWriting, type Writing } from '../writing/begin-writing.ts';
import { TextTools } from '../writing/text-tools.tsx';
import { TextWriting, type WritingHandle } from '../writing/text-writing.tsx';
import { LayerList } from './layer-list.tsx';
import { fillsFrame } from './stage-actions.ts';
import { stageKeyboard } from './stage-keyboard.ts';
import { STAGE_KEYS } from './stage-keys.ts';
import { emptyMenu, layerMenu } from './stage-menu.ts';
import { stagePointer } from './stage-pointer.ts';
import styles from './stage-surface.module.css';
import { useKnownSizes } from './use-known-sizes.ts';
import { useResult } from './use-result.ts';
import { useStageBoxes } from './use-stage-boxes.ts';
import { useStagePort } from './use-stage-port.ts';
import { useTextToWrite } from './use-text-to-write.ts';

export interface StageSurfaceProps {
  /** The frame of the film. */
  readonly frame: Size;
  /** Pixels of the page for one of the film. */
  readonly scale: number;
  /** The safe areas that layers snap to; null while none is shown. */
  readonly safeAreas: SafeArea | null;
  /** How far the view reaches beyond the picture at each side, in pixels of the page. */
  readonly margin: Size;
  /** Undefined where no text can be set here. */
  readonly texts: TextSizes | undefined;
}

/** The picture as something that can be touched: it lies over the canvas, and draws boxes and handles. */
export function StageSurface({ frame, scale, safeAreas, margin, texts }: StageSurfaceProps) {
  const { stage: words } = useStrings();
  const editor = useEditorStore();
  const toasts = useToast();
  const actions = useActions();
  const surface = useRef<HTMLDivElement>(null);
  const id = useId();
  const known = useKnownSizes(texts);
  const boxes = useStageBoxes(known);
  const selection = useEditor((state) => state.selection);
  const locked = useLocked();
  const isGesture = useEditor((state) => state.gesture !== null);
  const [drag, setDrag] = useState<StageDrag | null>(null);
  const [writing, setWriting] = useState<Writing | null>(null);
  const handle = useRef<WritingHandle>(null);
  const chosen = useMemo(() => new Set(selection.ids), [selection]);
  const shown = boxes.filter(({ layer }) => chosen.has(layer.id));
  const isFree = ({ layer, groups, masked }: LayerBox) =>
    ![layer.id, ...groups, ...(masked === null ? [] : [masked])].some((each) => locked.has(each));
  const touchable = boxes.filter((box) => box.isPlayed && isFree(box));
  const selected = touchable.filter(({ layer }) => chosen.has(layer.id));
  const written = useWrittenBox(writing, boxes);
  const [only] = shown.length === 1 ? shown : [];
  const path = useMemo(() => (only === undefined ? null : motionPath(only)), [only]);
  // While a value is dragged elsewhere the picture is judged: nothing lies over it.
  const isElsewhere = isGesture && drag === null && written === undefined;
  const tell = (result: Result<unknown, Statement>) => {
    if (!result.ok) toasts.show({ id: 'refused', message: inQuotes(say(result.error)), tone: 'warning' });
  };
  const focusStage = () => surface.current?.focus({ preventScroll: true });
  const write = (layer: NodeId, variable: string | null = null) => {
    const begun = beginWriting(editor.getState(), layer, { variable });
    if (begun === null) toasts.show({ id: 'refused', message: words.writtenInXml, tone: 'warning' });
    else setWriting(begun);
  };
  useTextToWrite(useCallback((layer) => setWriting(beginWriting(editor.getState(), layer, { isNew: true })), [editor]));
  useStagePort({ selected, frame, write, tell });
  const common = { editor, boxes, touchable, selected, write };
  const pointer = stagePointer({ ...common, frame, known, scale, safeAreas, words, show: setDrag, surface });
  const idOf = useCallback((layer: NodeId) => `${id} ${layer}`.replaceAll(' ', '-'), [id]);
  const others = touchable.filter((box) => box !== only && !fillsFrame(box)).map(boundsOfBox);
  const areDrawn = !isElsewhere && written === undefined;

  return (
    <div className={styles.ground}>
      <ContextMenu entries={() => actionEntries(actions, shown.length > 0 ? layerMenu : emptyMenu, { only: true })}>
        <div
          ref={surface}
          className={styles.surface}
          role="application"
          aria-label={words.stage}
          aria-describedby={`${id}-help`}
          aria-keyshortcuts={STAGE_KEYS}
          aria-activedescendant={only?.isPlayed === true ? idOf(only.layer.id) : undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys as the picture that it is
          tabIndex={0}
          data-stage=""
          onPointerDown={pointer.onPointerDown}
          onDoubleClick={pointer.onDoubleClick}
          onKeyDown={stageKeyboard({ ...common, tell })}
        >
          <LayerList boxes={boxes} selected={chosen} idOf={idOf} />
          {areDrawn && (
            <svg className={handleStyles.layer} aria-hidden="true">
              {path !== null && only !== undefined && (
                <MotionPath
                  path={path}
                  scale={scale}
                  own={only.own}
                  onGrip={selected.includes(only) ? pointer.onKeyGrip : null}
                />
              )}
              {shown.map((box) => (
                <BoxHandles
                  key={box.layer.id}
                  box={box}
                  scale={scale}
                  onGrip={box === only && selected.includes(box) ? pointer.onGrip : null}
                />
              ))}
              {selected.length > 1 && <CommonBox boxes={selected} scale={scale} onGrip={pointer.onCommonGrip} />}
              {drag?.area !== undefined && <AreaBox area={drag.area} scale={scale} />}
              {drag !== null && <GuideLines guides={drag.guides} scale={scale} />}
            </svg>
          )}
          {drag !== null && (
            <GuideNames guides={drag.guides} scale={scale} frame={frame} nameOf={(layer) => nameIn(boxes, layer)} />
          )}
          {drag !== null && drag.lines.length > 0 && <DragTip drag={drag} scale={scale} />}
        </div>
      </ContextMenu>
      {writing !== null && written?.layer.kind === 'text' && (
        <TextWriting
          key={writing.layer}
          {...writing}
          box={written}
          layer={written.layer}
          scale={scale}
          handle={handle}
          onEnd={(lost) => {
            setWriting(null);
            focusStage();
            if (lost === null) return;
            const copy = () => void navigator.clipboard.writeText(lost).catch(() => undefined);
            const action = { label: words.copyText, run: copy };
            toasts.show({ message: words.lostText, detail: lost, action, tone: 'warning', seconds: 0 });
          }}
        />
      )}
      {only?.layer.kind === 'text' && selected.includes(only) && !isElsewhere && (
        <TextTools
          box={only}
          scale={scale}
          frame={frame}
          margin={margin}
          others={others}
          isDragging={drag !== null}
          onVariable={(name) => {
            if (writing === null) write(only.layer.id, name);
            else handle.current?.insertVariable(name);
          }}
          onLeave={focusStage}
        />
      )}
      <p id={`${id}-help`} className="visually-hidden">
        {words.help}
      </p>
      <Said box={only} isAtRest={drag === null} />
    </div>
  );
}

/**
 * The box of the text that somebody writes. An empty text draws nothing and has no box; the last one stays in its place
 * until the playhead moves, so that no key reaches a command.
 */
function useWrittenBox(writing: Writing | null, boxes: readonly LayerBox[]): LayerBox | undefined {
  const playhead = useEditor((state) => state.playhead);
  const last = useRef<{ readonly box: LayerBox; readonly playhead: number } | null>(null);
  const found = writing === null ? undefined : boxes.find(({ layer }) => layer.id === writing.layer);
  const isKept = last.current?.box.layer.id === writing?.layer && last.current?.playhead === playhead;
  const box = found ?? (isKept ? last.current?.box : undefined);
  useEffect(() => {
    last.current = box === undefined ? null : { box, playhead };
  }, [box, playhead]);
  return box;
}

/** What is being selected. */
function AreaBox({ area: { left, top, width, height }, scale }: { readonly area: Rect; readonly scale: number }) {
  const [x, y, across, down] = [left, top, width, height].map((each) => each * scale);
  return <rect className={handleStyles.area} x={x} y={y} width={across} height={down} />;
}

/** Says what became of a layer, once it rests. */
function Said({ box, isAtRest }: { readonly box: LayerBox | undefined; readonly isAtRest: boolean }) {
  return (
    <p className="visually-hidden" role="status">
      {useResult(box, isAtRest)}
    </p>
  );
}

function nameIn(boxes: readonly LayerBox[], id: NodeId): string {
  const box = boxes.find(({ layer }) => layer.id === id);
  return box === undefined ? '' : layerName(box.layer);
}
