import { clsx } from 'clsx';
import {
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { actionEntries, useActions } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue, useShownView } from '#renderer/editor/editor-context.tsx';
import type { StageView } from '#renderer/editor/editor-views.ts';
import { useLocked } from '#renderer/editor/locked-layers.ts';
import { hideLayers } from '#renderer/editor/view-state.ts';
import type { TextSizes } from '#renderer/playback/compose/text-sizes.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { keyNames } from '#renderer/ui/format/keys.ts';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { Alignment } from '#shared/editing/stage/align.ts';
import { motionPath } from '#shared/editing/stage/motion-path.ts';
import type { SafeArea } from '#shared/editing/stage/safe-areas.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { boundsOfBox, type LayerBox } from '#shared/timeline/boxes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import { DragTip, GuideLines, GuideNames } from './drag-feedback.tsx';
import handleStyles from './handles.module.css';
import { BoxHandles, ChangedBox, CommonBox, MotionPath } from './handles.tsx';
import { layerDescription, layerName } from './layer-labels.ts';
import { useKnownSizes, useStageBoxes } from './stage-boxes.ts';
import type { StageDrag } from './stage-gesture.ts';
import { alignLayers, STAGE_KEYS, stageKeyboard } from './stage-keyboard.ts';
import { fillsFrame, stagePointer } from './stage-pointer.ts';
import styles from './stage-surface.module.css';
import { TextTools } from './text-tools.tsx';
import { beginWriting, TextWriting, type Writing, type WritingHandle } from './text-writing.tsx';

/** The context menu of selected layers; null is a separator. */
const layerMenu = [
  'edit/cut',
  'edit/copy',
  'edit/paste',
  'edit/duplicate',
  null,
  'layer/forward',
  'layer/backward',
  'layer/group',
  'layer/ungroup',
  null,
  'effects/copy',
  'effects/paste',
  null,
  'layer/show-alone',
  'layer/lock',
  'scene/rename',
  'scene/toggle-enabled',
  null,
  'edit/delete',
] as const;

/** The context menu of a point without a layer. */
const emptyMenu = ['edit/paste', null, 'layer/insert', 'text/add', 'shape/add'] as const;

export interface StageSurfaceProps {
  /** The size of the movie's frame. */
  readonly frame: Size;
  /** The page pixels per movie pixel. */
  readonly scale: number;
  /** The safe areas to which layers snap; null if none is shown. */
  readonly safeAreas: SafeArea | null;
  /** The horizontal and vertical space between the picture and the edge of the view, in page pixels. */
  readonly margin: Size;
  /** The sizes of texts; undefined if they cannot be measured here. */
  readonly texts: TextSizes | undefined;
}

/** The interactive surface over the canvas, with boxes and handles. */
export function StageSurface({ frame, scale, safeAreas, margin, texts }: StageSurfaceProps) {
  const { stage: strings } = useStrings();
  const editor = useEditor();
  const toasts = useToast();
  const actions = useActions();
  const surface = useRef<HTMLDivElement>(null);
  const id = useId();
  const knownSizes = useKnownSizes(texts);
  const boxes = useStageBoxes(knownSizes);
  const selection = useEditorValue(({ document }) => document.state.selection);
  const locked = useLocked();
  const changed = useEditorValue(({ view }) => view.state.changedParts.ids);
  const isGesture = useEditorValue(({ document }) => document.state.gesture !== null);
  const [drag, setDrag] = useState<StageDrag | null>(null);
  const [writing, setWriting] = useState<Writing | null>(null);
  const handle = useRef<WritingHandle>(null);
  const selectedIds = useMemo(() => new Set(selection.ids), [selection]);
  const selectedBoxes = boxes.filter(({ layer }) => selectedIds.has(layer.id));
  const isFree = ({ layer, groups, masked }: LayerBox) =>
    ![layer.id, ...groups, ...(masked === null ? [] : [masked])].some((each) => locked.has(each));
  const editableBoxes = boxes.filter((box) => box.isPlayed && isFree(box));
  const selected = editableBoxes.filter(({ layer }) => selectedIds.has(layer.id));
  const writtenBox = useWrittenBox(writing, boxes);
  const [only] = selectedBoxes.length === 1 ? selectedBoxes : [];
  const path = useMemo(() => (only === undefined ? null : motionPath(only)), [only]);
  // During a gesture in another panel, hide the boxes and handles, so that they do not cover the picture.
  const isOtherGesture = isGesture && drag === null && writtenBox === undefined;
  const showRefusal = (result: Result<unknown, Message>) => {
    if (!result.ok) toasts.show({ id: 'refused', message: say(result.error, { quoted: true }), tone: 'warning' });
  };
  const focusStage = () => surface.current?.focus({ preventScroll: true });
  const write = (layer: NodeId, variable: string | null = null) => {
    const startedWriting = beginWriting(editor.document.state, layer, { variable });
    if (startedWriting === null) toasts.show({ id: 'refused', message: strings.writtenInXml, tone: 'warning' });
    else setWriting(startedWriting);
  };
  useTextToWrite(
    useCallback((layer) => setWriting(beginWriting(editor.document.state, layer, { isNew: true })), [editor]),
  );
  useFirstFocus(surface);
  useStageView({ selected, frame, write, showRefusal });
  const common = { editor, boxes, editableBoxes, selected, write };
  const pointer = stagePointer({
    ...common,
    frame,
    known: knownSizes,
    scale,
    safeAreas,
    words: strings,
    show: setDrag,
    surface,
  });
  const idOf = useCallback((layer: NodeId) => `${id} ${layer}`.replaceAll(' ', '-'), [id]);
  const others = editableBoxes.filter((box) => box !== only && !fillsFrame(box)).map(boundsOfBox);
  const drawsHandles = !isOtherGesture && writtenBox === undefined;

  return (
    <div className={styles.ground}>
      <ContextMenu
        entries={() => actionEntries(actions, selectedBoxes.length > 0 ? layerMenu : emptyMenu, { only: true })}
      >
        <div
          ref={surface}
          className={clsx('draggable', styles.surface)}
          role="application"
          aria-label={strings.stage}
          aria-describedby={`${id}-help`}
          aria-keyshortcuts={STAGE_KEYS}
          aria-activedescendant={only?.isPlayed === true ? idOf(only.layer.id) : undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture handles keys
          tabIndex={0}
          data-stage=""
          onPointerDown={pointer.onPointerDown}
          onDoubleClick={pointer.onDoubleClick}
          onKeyDown={stageKeyboard({ ...common, showRefusal })}
        >
          <LayerList boxes={boxes} selected={selectedIds} idOf={idOf} />
          {drawsHandles && (
            <svg className={handleStyles.layer} aria-hidden="true">
              {path !== null && only !== undefined && (
                <MotionPath
                  path={path}
                  scale={scale}
                  localFrame={only.localFrame}
                  onHandleDown={selected.includes(only) ? pointer.onKeyframeHandleDown : null}
                />
              )}
              {selectedBoxes.map((box) => (
                <BoxHandles
                  key={box.layer.id}
                  box={box}
                  scale={scale}
                  onHandleDown={box === only && selected.includes(box) ? pointer.onHandleDown : null}
                />
              ))}
              {boxes
                .filter((box) => box.isPlayed && changed.has(box.layer.id))
                .map((box) => (
                  <ChangedBox key={`changed ${box.layer.id}`} box={box} scale={scale} />
                ))}
              {selected.length > 1 && (
                <CommonBox boxes={selected} scale={scale} onHandleDown={pointer.onCommonHandleDown} />
              )}
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
      {writing !== null && writtenBox?.layer.kind === 'text' && (
        <TextWriting
          key={writing.layer}
          {...writing}
          box={writtenBox}
          layer={writtenBox.layer}
          scale={scale}
          handle={handle}
          onEnd={(lost) => {
            setWriting(null);
            focusStage();
            if (lost === null) return;
            const copy = () => void navigator.clipboard.writeText(lost).catch(() => undefined);
            const action = { label: strings.copyText, run: copy };
            toasts.show({ message: strings.lostText, detail: lost, action, tone: 'warning', seconds: 0 });
          }}
        />
      )}
      {only?.layer.kind === 'text' && selected.includes(only) && !isOtherGesture && (
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
        {strings.help(modifierNames())}
      </p>
      <Announcement box={only} isAtRest={drag === null} />
    </div>
  );
}

/**
 * Returns the box of the text that is being edited. An empty text is not drawn. For an empty text, the last box is used
 * until the playhead moves, so that editing continues and typed letters do not run commands.
 */
function useWrittenBox(writing: Writing | null, boxes: readonly LayerBox[]): LayerBox | undefined {
  const playhead = useEditorValue(({ document }) => document.state.playhead);
  const last = useRef<{ readonly box: LayerBox; readonly playhead: number } | null>(null);
  const currentBox = writing === null ? undefined : boxes.find(({ layer }) => layer.id === writing.layer);
  const isLastUsed = last.current?.box.layer.id === writing?.layer && last.current?.playhead === playhead;
  const box = currentBox ?? (isLastUsed ? last.current?.box : undefined);
  useEffect(() => {
    last.current = box === undefined ? null : { box, playhead };
  }, [box, playhead]);
  return box;
}

/** The selection rectangle. */
function AreaBox({ area: { left, top, width, height }, scale }: { readonly area: Rect; readonly scale: number }) {
  const [x, y, across, down] = [left, top, width, height].map((each) => each * scale);
  return <rect className={handleStyles.area} x={x} y={y} width={across} height={down} />;
}

/** Announces the position and size of a changed layer to screen readers once the layer is at rest. */
function Announcement({ box, isAtRest }: { readonly box: LayerBox | undefined; readonly isAtRest: boolean }) {
  return (
    <p className="visually-hidden" role="status">
      {useSpokenResult(box, isAtRest)}
    </p>
  );
}

function nameIn(boxes: readonly LayerBox[], id: NodeId): string {
  const box = boxes.find(({ layer }) => layer.id === id);
  return box === undefined ? '' : layerName(box.layer);
}

/** Focuses the stage when it is mounted, if a closed palette has requested it and no element has the focus. */
function useFirstFocus(surface: RefObject<HTMLElement | null>): void {
  const editor = useEditor();
  useLayoutEffect(() => {
    if (!editor.view.state.focusesStage) return;
    editor.view.set({ focusesStage: false });
    if (document.activeElement === document.body) surface.current?.focus({ preventScroll: true });
  }, [editor, surface]);
}

/**
 * Starts editing the text that was just added, even if it was added before the stage was mounted. Does nothing if the
 * selection has changed since the addition.
 */
function useTextToWrite(write: (layer: NodeId) => void): void {
  const editor = useEditor();
  const layer = useEditorValue(({ view }) => view.state.textToWrite);
  useEffect(() => {
    if (layer === null) return;
    editor.view.set({ textToWrite: null });
    const { ids } = editor.document.state.selection;
    if (ids.length === 1 && ids[0] === layer) write(layer);
  }, [layer, editor, write]);
}

interface StageViewOptions {
  /** The selected layers that are enabled and not locked. */
  readonly selected: readonly LayerBox[];
  readonly frame: Size;
  readonly write: (layer: NodeId) => void;
  readonly showRefusal: (result: Result<unknown, Message>) => void;
}

/** Registers the stage for actions. */
function useStageView(options: StageViewOptions): void {
  const editor = useEditor();
  // Each frame creates new boxes, but only their number affects which actions are enabled.
  const latestOptions = useRef(options);
  useLayoutEffect(() => {
    latestOptions.current = options;
  });
  const { length } = options.selected;
  const isAlone = useEditorValue(({ view }) => view.state.hidden.only !== null);
  const stageView = useMemo(
    (): StageView => ({
      write: (layer) => latestOptions.current.write(layer),
      count: () => length,
      toggleAlone: () => {
        const ids = latestOptions.current.selected.map(({ layer }) => layer.id);
        hideLayers(editor.view, { only: isAlone ? null : new Set(ids) });
      },
      align: (alignment: Alignment) => {
        const { selected, frame, showRefusal } = latestOptions.current;
        showRefusal(alignLayers(editor, selected, alignment, frame));
      },
    }),
    [editor, length, isAlone],
  );
  useShownView('stage', stageView);
}

export interface LayerListProps {
  readonly boxes: readonly LayerBox[];
  readonly selected: ReadonlySet<NodeId>;
  readonly idOf: (layer: NodeId) => string;
}

/** The layers from front to back, for screen readers. The list is rendered with a lower priority than the picture. */
function LayerList({ boxes, ...props }: LayerListProps) {
  return <Layers boxes={useDeferredValue(boxes)} {...props} />;
}

const Layers = memo(function Layers({ boxes, selected, idOf }: LayerListProps) {
  const { stage } = useStrings();
  const played = boxes.filter(({ isPlayed }) => isPlayed).toReversed();
  return (
    <ul className="visually-hidden" aria-label={stage.layers}>
      {played.map((box) => (
        <li key={box.layer.id} id={idOf(box.layer.id)}>
          {layerDescription(box, stage)}
          {selected.has(box.layer.id) && `, ${stage.selected}`}
        </li>
      ))}
    </ul>
  );
});

/** The time in milliseconds without changes before a layer is announced. */
const REST_MILLISECONDS = 300;

/** Returns the announcement of a layer at rest; empty if there is none. */
function useSpokenResult(box: LayerBox | undefined, isAtRest: boolean): string {
  const { stage } = useStrings();
  const [spokenText, setSpokenText] = useState('');
  const sentence = box === undefined || !isAtRest ? '' : layerDescription(box, stage);
  useEffect(() => {
    const timer = setTimeout(() => setSpokenText(sentence), REST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return spokenText;
}

/** Returns the names of the modifier keys on this platform. */
function modifierNames(): { readonly mod: string; readonly shift: string; readonly alt: string } {
  const nameOf = (keys: string) => keyNames(keys, isMac)[0] ?? keys;
  return { mod: nameOf('Mod+A'), shift: nameOf('Shift+A'), alt: nameOf('Alt+A') };
}
