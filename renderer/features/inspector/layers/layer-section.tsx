import decodeQr from 'qr/decode.js';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { ActionIconButton } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { elementLabels } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { Disclosure } from '#renderer/ui/layout/disclosure.tsx';
import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import { hasOwnCues } from '#shared/editing/model/own-cues.ts';
import type { ElementNode, NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { elementRegistry, isElementName, type LayerKind } from '#shared/template/tables/elements.ts';
import { layerKindOf } from '#shared/template/tables/roles.ts';
import { boundsOfBox, framedLayers, layerBoxesAt } from '#shared/timeline/boxes.ts';
import { codeBox, codeLayout } from '#shared/timeline/codes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import { NOTHING_KNOWN } from '#shared/timeline/timeline-kinds.ts';
import { EffectsSection } from '../effects/effects-section.tsx';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import { needsList, REPEAT_NAMES } from '../model/attribute-groups.ts';
import {
  type AttributeRow,
  type LayerFormPart,
  partInView,
  partsOf,
  rowsOfKinds,
  textRows,
  withoutEndRowForStills,
} from '../model/layer-parts.ts';
import { MotionSection } from '../motion/motion-section.tsx';
import { CaptionLooks } from './caption-looks.tsx';
import { CueList, captionsIn } from './cue-list.tsx';
import layerFormStyles from './layer-form.module.css';
import { SourceRow } from './source-row.tsx';
import { TextContentRow } from './text-content-row.tsx';

/** The storage key of the preference whether rare fields of texts are visible. */
const MORE_KEY = 'inspector/more-of-texts';

export interface LayerSectionProps {
  readonly layers: readonly ElementNode[];
  /** The id of the selected effect; null if no effect is selected. */
  readonly effect: NodeId | null;
  /**
   * Whether the fields of the scene are absent. Times and conditions are then at the top; otherwise, they are in a folded
   * section.
   */
  readonly isLayerForm: boolean;
}

/** The form of layers, divided into parts: content, layout, motion, sound, effects. */
export function LayerSection({ layers, effect, isLayerForm }: LayerSectionProps) {
  const { inspector } = useStrings();
  const form = useRef<HTMLDivElement>(null);
  const key = layers.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with equal ids are the same list
  const nodes = useMemo(() => layers.map(({ id }) => id), [key]);
  const kindKey = layers.flatMap((each) => layerKindOf(each) ?? []).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal names mean equal kinds
  const kinds = useMemo(() => layers.flatMap((each) => layerKindOf(each) ?? []), [kindKey]);
  const rows = useMemo(() => rowsOfKinds(kinds), [kinds]);
  const [isTimeOpen, setTimeOpen] = useState(false);
  const parts = partsOf(kinds);
  const [kind, ...others] = new Set(kinds);
  const only = others.length === 0 ? (kind ?? null) : null;
  // Few layers have an overlap or disable checks, so show these fields only if they are set.
  const isShown = (name: string) => !ONLY_IF_SET.includes(name) || isWritten(layers, name);
  const times = [
    ...rows.time.filter(([name]) => isShown(name)),
    ...rows.shown.filter(
      ([name]) => isShown(name) && (!needsList(name) || REPEAT_NAMES.some((each) => isWritten(layers, each))),
    ),
  ];
  const partRows = only === 'text' ? textRows(rows, (name) => isWritten(layers, name)) : { ...rows, more: [] };
  const ownSource = layers.every((each) => hasSource(each) && !hasOwnCues(each)) && <SourceRow nodes={nodes} />;
  const part = (name: LayerFormPart, content: ReactNode, hasHead = true) =>
    parts.includes(name) && (
      <div key={name} data-part={name}>
        {hasHead && (
          <div className={`${styles.section} ${styles.line}`}>
            <h2>{name === 'own' ? ownTitle(only, inspector.ownParts) : inspector.parts[name]}</h2>
            {name === 'layout' && <AlignRow />}
          </div>
        )}
        {content}
      </div>
    );
  return (
    <div ref={form}>
      {isLayerForm ? (
        <Form nodes={nodes} rows={times} paired />
      ) : (
        <Disclosure label={inspector.groups.time} open={isTimeOpen} onOpenChange={setTimeOpen}>
          <Form nodes={nodes} rows={times} paired />
        </Disclosure>
      )}
      <PartTabs parts={parts} kind={only} form={form} />
      {only === null && ownSource}
      {part(
        'own',
        <>
          {ownSource}
          {(only === 'text' || only === 'code') && <TextContentRow layers={layers} />}
          {only === 'code' && nodes[0] !== undefined && nodes.length === 1 && <CodeFacts layer={nodes[0]} />}
          {only === 'captions' && layers[0] !== undefined && layers.length === 1 && (
            <CaptionsRows element={layers[0]} />
          )}
          <Form nodes={nodes} rows={withoutEndRowForStills(partRows.own, layers)} paired />
          {partRows.more.length > 0 && <MoreRows nodes={nodes} rows={partRows.more} />}
        </>,
        false,
      )}
      {part(
        'layout',
        <>
          {parts[0] === 'layout' && <AlignRow />}
          <Form nodes={nodes} rows={layoutRows(partRows.layout, layers)} paired />
        </>,
        parts[0] !== 'layout',
      )}
      {part('motion', <MotionSection layers={layers} kinds={kinds} />, false)}
      {part('sound', <Form nodes={nodes} rows={rows.sound} />)}
      {part('effects', <EffectsSection layers={layers} selected={effect} />, false)}
    </div>
  );
}

/** The looks and the cues of captions. */
function CaptionsRows({ element }: { readonly element: ElementNode }) {
  const layer = useEditorValue(({ document }) => captionsIn(document.state.movie, element.id));
  const rate = useEditorValue(({ document }) => document.state.movie?.frameRate ?? null);
  return (
    <>
      <CueList layer={element.id} />
      {layer !== null && rate !== null && <CaptionLooks element={element} layer={layer} rate={rate} />}
    </>
  );
}

/** Rare fields, which are collapsed by default. The state is stored. */
function MoreRows({ nodes, rows }: { readonly nodes: readonly NodeId[]; readonly rows: readonly AttributeRow[] }) {
  const { inspector } = useStrings();
  const [isOpen, setOpen] = useState(() => readStored(MORE_KEY) === true);
  return (
    <Disclosure
      label={inspector.moreOfText}
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        writeStored(MORE_KEY, next);
      }}
    >
      <Form nodes={nodes} rows={rows} paired />
    </Disclosure>
  );
}

/** Returns the rows of the layout. `focus` is omitted unless a layer has `fit="cover"` or sets the attribute. */
function layoutRows(rows: readonly AttributeRow[], layers: readonly ElementNode[]): readonly AttributeRow[] {
  const areCropped = layers.some(({ attributes }) =>
    attributes.some(({ name, value }) => name === 'fit' && value === 'cover'),
  );
  return rows.filter(([name]) => name !== 'focus' || areCropped || isWritten(layers, name));
}

const ONLY_IF_SET: readonly string[] = ['overlap', 'unchecked'];

function isWritten(layers: readonly ElementNode[], name: string): boolean {
  return layers.some(({ attributes }) => attributes.some((attribute) => attribute.name === name));
}

/** Returns whether the element is a layer that shows a file. */
function hasSource({ name }: ElementNode): boolean {
  return isElementName(name) && 'src' in elementRegistry[name].attributes;
}

const ALIGNMENTS = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const;
const GAPS = ['across', 'down'] as const;

/** Buttons that align several layers with each other, or one layer with the frame. */
function AlignRow() {
  const { inspector } = useStrings();
  return (
    <fieldset aria-label={inspector.align} className={layerFormStyles.align}>
      {ALIGNMENTS.map((name) => (
        <ActionIconButton key={name} action={`layer/align-${name}`} size="sm" />
      ))}
      <span className={layerFormStyles.alignGap} />
      {GAPS.map((name) => (
        <ActionIconButton key={name} action={`layer/align-${name}`} size="sm" />
      ))}
    </fieldset>
  );
}

export interface PartTabsProps {
  readonly parts: readonly LayerFormPart[];
  /** The kind of the layers. Null if the kinds differ, in which case no part of the form is specific to a kind. */
  readonly kind: LayerKind | null;
  /** The element of the form. Its parts have the attribute `data-part`. */
  readonly form: RefObject<HTMLDivElement | null>;
}

/** Sticky tabs above a layer's form that scroll to its parts. */
function PartTabs({ parts, kind, form }: PartTabsProps) {
  const { inspector } = useStrings();
  const bar = useRef<HTMLDivElement>(null);
  const [inView, setInView] = useState<LayerFormPart | null>(parts[0] ?? null);
  const requestedPart = useRef<LayerFormPart | null>(null);
  useEffect(() => {
    const scroller = scrollerOf(bar.current);
    if (scroller === null) return;
    const updateInView = () => {
      const edge = bar.current?.getBoundingClientRect().bottom ?? 0;
      const tops = sectionsIn(form.current).map(
        ({ part, element }) => [part, element.getBoundingClientRect().top] as const,
      );
      const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
      setInView(partInView(tops, edge, isAtEnd ? requestedPart.current : null));
    };
    const forget = () => {
      requestedPart.current = null;
    };
    scroller.addEventListener('scroll', updateInView, { passive: true });
    scroller.addEventListener('wheel', forget, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', updateInView);
      scroller.removeEventListener('wheel', forget);
    };
  }, [form]);
  const goTo = (part: LayerFormPart) => {
    const scroller = scrollerOf(bar.current);
    const section = sectionsIn(form.current).find((each) => each.part === part);
    requestedPart.current = part;
    setInView(part);
    if (scroller === null || section === undefined || bar.current === null) return;
    const height = bar.current.getBoundingClientRect().height;
    const by = section.element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - height;
    scroller.scrollTop += by;
  };
  return (
    <div ref={bar} className={layerFormStyles.tabs}>
      <Segmented
        value={inView}
        options={parts.map((part) => ({
          value: part,
          label: part === 'own' ? ownTitle(kind, inspector.ownParts) : inspector.parts[part],
        }))}
        label={inspector.goToPart}
        size="sm"
        className={layerFormStyles.tabList}
        onChange={goTo}
      />
    </div>
  );
}

function sectionsIn(form: HTMLElement | null): readonly { readonly part: LayerFormPart; readonly element: Element }[] {
  const elements = form?.querySelectorAll<HTMLElement>('[data-part]') ?? [];
  return [...elements].map((element) => ({ part: element.dataset.part as LayerFormPart, element }));
}

/** Returns the nearest scrolling ancestor; null if there is none. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (overflowY === 'auto' || overflowY === 'scroll') return at;
  }
  return null;
}

/** Returns the title of the form part that is specific to a kind of layer; by default, the name of the kind. */
function ownTitle(kind: LayerKind | null, titles: Partial<Record<LayerKind, string>>): string {
  return titles[kind ?? 'layer'] ?? elementLabels(kind ?? 'layer').label;
}

/** The version of a QR code, the size of its modules, and whether the code can be read in the current frame. */
function CodeFacts({ layer }: { readonly layer: NodeId }) {
  const { inspector } = useStrings();
  const movie = useEditorValue(({ document }) => document.state.movie);
  const facts = useMemo(() => movie && codeFacts(movie, layer), [movie, layer]);
  const reading = useReading(layer);
  if (facts === null) return null;
  const { version, modules, module } = facts;
  return (
    <div className={layerFormStyles.codeFacts}>
      <p>{inspector.codeFacts(version, modules, formatNumber(module))}</p>
      <p role="status" aria-label={inspector.codeReader}>
        {inspector.codeReading[reading]}
      </p>
    </div>
  );
}

interface Facts {
  readonly version: number;
  /** The number of modules on one side. */
  readonly modules: number;
  /** The side length of a module in pixels of the film. */
  readonly module: number;
}

/** Returns the facts about a QR code; null while the code is not in the movie. */
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

/** The delay in milliseconds between a change and reading the frame, so that typing and scrubbing stay fast. */
const QUIET_MILLISECONDS = 200;
/**
 * The delay grows to this multiple while the exact frame is unavailable, for example because a slow machine loads a
 * source.
 */
const MAX_DELAYS = 10;

/** Reads the QR code in the frame at the playhead. The result is unknown during playback. */
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
      else timer = setTimeout(attempt, QUIET_MILLISECONDS * Math.min(attempts, MAX_DELAYS));
    };
    timer = setTimeout(attempt, QUIET_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [views, movie, playhead, isPlaying, layer]);
  return reading;
}

/** Returns whether a part of a picture contains a readable QR code with this content. */
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
    // The reader throws if it finds no code, or a code with too many errors.
    return false;
  }
}
