import { type CSSProperties, Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { displayUnit } from '#renderer/editor/shown-unit.ts';
import { useCues } from '#renderer/project/captions-file.ts';
import { elementLabels, specTerm, specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useReducedMotion } from '#renderer/ui/browser/reduced-motion.ts';
import { useInView } from '#renderer/ui/browser/use-in-view.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { type LookValues, lookValues, replacedByLook } from '#shared/captions/looks.ts';
import { wordRanges } from '#shared/captions/words.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { formatPaint } from '#shared/lib/srgb.ts';
import { message } from '#shared/messages/message.ts';
import { attributeValue, childElements, type ElementNode } from '#shared/template/document/document.ts';
import type { CaptionsLayer } from '#shared/template/movie/movie.ts';
import {
  CAPTION_ACCENT,
  CAPTION_LOOKS,
  type CaptionLook,
  captionsAttributes,
  wordAttributes,
} from '#shared/template/tables/captions-attributes.ts';
import { WORD_STATES, type WordState } from '#shared/template/values/caption-style.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { optionLabel } from '../controls/options.ts';
import styles from '../fields/inspector.module.css';
import { Form } from '../forms/form.tsx';
import own from './caption-looks.module.css';

interface CaptionLooksProps {
  readonly element: ElementNode;
  readonly layer: CaptionsLayer;
  readonly rate: FrameRate;
}

/** The font sizes of the samples in pixels, from the usual one to the smallest one. */
const SAMPLE_SIZES = [12, 11, 10, 9, 8, 7] as const;
/** The space for the words of a sample in pixels, in an inspector of the default width. */
const SAMPLE_SPACE = { width: 68, height: 40 };
/** The height of a line, and the mean width of bold letters and of bold capitals, in font sizes. */
const LINE = 1.3;
const LETTER = 0.6;
const CAPITAL = 0.76;
/** The time for which a word of the samples is active, in milliseconds. */
const WORD_TIME = 500;
const SAMPLE_WORDS = 3;

/** A gallery of caption looks, whose samples show words of the layer. Below it, the word styles of each state. */
export function CaptionLooks({ element, layer, rate }: CaptionLooksProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const list = useRef<HTMLDivElement>(null);
  const active = useActiveWord(useInView(list));
  const cues = useCues(layer, rate);
  const words = useMemo(() => {
    const own = sampleWords(cues?.[0]?.text ?? '');
    // With fewer words, several looks would be indistinguishable.
    return own.length === SAMPLE_WORDS ? own : sampleWords(inspector.lookSample);
  }, [cues, inspector.lookSample]);
  const look = lookOf(element);
  const size = sampleSize(words);
  const shown = look ?? (isWithoutStyle(element) ? 'plain' : null);
  const accent = accentOf(element);
  return (
    <section aria-label={specWords(captionsAttributes.look).label}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{specWords(captionsAttributes.look).label}</h2>
      </div>
      <div ref={list} className={own.tiles}>
        {CAPTION_LOOKS.map((each) => (
          <button
            key={each}
            type="button"
            className={own.tile}
            data-look={each}
            aria-pressed={each === shown}
            onClick={() => dispatch(lookCommand(element, each))}
          >
            <LookSample values={lookValues(each, { size, accent })} words={words} active={active} size={size} />
            <span className={own.name}>{optionLabel(captionsAttributes.look, each)}</span>
          </button>
        ))}
      </div>
      {WORD_STATES.map((state) => (
        <StateCard key={state} element={element} state={state} look={look} />
      ))}
    </section>
  );
}

/** Returns the command that sets a look and removes the attributes that it replaces. */
function lookCommand(element: ElementNode, look: CaptionLook): PlannableCommand {
  const written = replacedByLook(look, sizeAndAccent(element)).filter(
    (name) => attributeValue(element, name) !== undefined,
  );
  const set = (name: string, value: string | null) =>
    ({ type: 'attribute/set', node: element.id, name, value }) as const;
  return {
    type: 'batch',
    label: message('step/set-field', { attribute: specTerm(captionsAttributes.look) }),
    commands: [...written.map((name) => set(name, null)), set('look', look === 'plain' ? null : look)],
  };
}

/** Returns whether the captions look like the look `plain`, because no style attribute is set. */
function isWithoutStyle(element: ElementNode): boolean {
  return replacedByLook('plain', sizeAndAccent(element)).every((name) => attributeValue(element, name) === undefined);
}

/** Returns the index of the active word, which all samples share. The index advances while the samples are in view. */
function useActiveWord(isInView: boolean): number {
  const isMotionReduced = useReducedMotion();
  const [active, setActive] = useState(1);
  useEffect(() => {
    if (!isInView || isMotionReduced) return;
    const timer = setInterval(() => setActive((index) => (index + 1) % SAMPLE_WORDS), WORD_TIME);
    return () => clearInterval(timer);
  }, [isInView, isMotionReduced]);
  return active;
}

function sampleWords(text: string): readonly string[] {
  return wordRanges(text)
    .slice(0, SAMPLE_WORDS)
    .map(({ start, end }) => text.slice(start, end));
}

/** Returns the largest font size in pixels at which the words fit into the sample of every look. */
export function sampleSize(words: readonly string[]): number {
  const fits = (size: number) => {
    const most = SAMPLE_SPACE.width / size;
    let lines = 1;
    let width = 0;
    for (const { length } of words) {
      if (length * CAPITAL > most) return false;
      const next = width === 0 ? length * LETTER : width + (length + 1) * LETTER;
      if (next > most) lines += 1;
      width = next > most ? length * LETTER : next;
    }
    return lines * LINE * size <= SAMPLE_SPACE.height;
  };
  return SAMPLE_SIZES.find(fits) ?? 7;
}

function lookOf(element: ElementNode): CaptionLook | null {
  const written = attributeValue(element, 'look');
  return CAPTION_LOOKS.find((look) => look === written) ?? null;
}

function accentOf(element: ElementNode): string {
  const read = captionsAttributes.accent.type.parse(attributeValue(element, 'accent') ?? '', null);
  return formatPaint(read.ok ? read.value : CAPTION_ACCENT);
}

interface LookSampleProps {
  readonly values: LookValues;
  readonly words: readonly string[];
  readonly active: number;
  /** The font size in pixels. */
  readonly size: number;
}

/** Words in a look, drawn with CSS, because drawing a film frame would take longer. */
function LookSample({ values, words, active, size }: LookSampleProps) {
  const { captions } = values;
  const only = captions['maxwords'] === '1' ? words.slice(active, active + 1) : words;
  return (
    <span className={own.sample} style={{ fontSize: size }} dir="auto">
      <span className={own.box}>
        <span className={captions['boxes'] === 'line' ? own.lines : own.block} style={captionStyle(captions)}>
          {only.map((word, index) => (
            // Words repeat, and their order does not change.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Fragment key={index}>
              {index > 0 && ' '}
              <span className={own.word} style={wordStyle(values, stateAt(index, active))}>
                {word}
              </span>
            </Fragment>
          ))}
        </span>
      </span>
    </span>
  );
}

function stateAt(index: number, active: number): WordState {
  if (index === active) return 'active';
  return index < active ? 'past' : 'upcoming';
}

type Texts = Readonly<Record<string, string>>;

function captionStyle({ background, padding, radius, weight, outline, uppercase }: Texts): CSSProperties {
  return {
    ...(background !== undefined && { background }),
    ...(padding !== undefined && { padding: pixelsOf(padding) }),
    ...(radius !== undefined && { borderRadius: `${radius}px` }),
    ...(weight !== undefined && { fontWeight: Number(weight) }),
    ...(outline !== undefined && strokeOf(outline)),
    ...(uppercase === 'true' && { textTransform: 'uppercase' }),
  };
}

function wordStyle({ words, captions }: LookValues, state: WordState): CSSProperties {
  const { color, opacity, background, padding, radius, outline, underline, scale }: Texts = words[state] ?? {};
  return {
    ...(color !== undefined && { color }),
    ...(opacity !== undefined && { opacity: Number(opacity) }),
    ...(background !== undefined && { background }),
    ...(padding !== undefined && { padding: pixelsOf(padding), margin: `-${pixelsOf(padding).replaceAll(' ', ' -')}` }),
    ...(radius !== undefined && { borderRadius: `${radius}px` }),
    ...(outline !== undefined && strokeOf(outline)),
    ...(underline === 'true' && { textDecoration: 'underline' }),
    ...(scale !== undefined && { scale }),
    ...(captions['pilltime'] !== undefined && { transition: 'background 120ms, color 120ms' }),
  };
}

function pixelsOf(lengths: string): string {
  return lengths
    .split(' ')
    .map((length) => `${length}px`)
    .join(' ');
}

function strokeOf(outline: string): CSSProperties {
  const [width = '0', color = ''] = outline.split(', ');
  return { WebkitTextStroke: `${2 * Number(width)}px ${color}`, paintOrder: 'stroke' };
}

interface StateCardProps {
  readonly element: ElementNode;
  readonly state: WordState;
  readonly look: CaptionLook | null;
}

const WORD_ROWS = Object.entries(wordAttributes).filter(([name]) => name !== 'state');

/** The values that the look sets for words of one state, and the form of the element `word`. */
function StateCard({ element, state, look }: StateCardProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const child = childElements(element).find(
    (each) => each.name === 'word' && attributeValue(each, 'state')?.trim() === state,
  );
  const values = look === null ? {} : (lookValues(look, sizeAndAccent(element)).words[state] ?? {});
  const label = optionLabel(wordAttributes.state, state);
  const childId = child?.id;
  const nodes = useMemo(() => (childId === undefined ? [] : [childId]), [childId]);
  return (
    <section className={own.card} aria-label={`${elementLabels('word').label}: ${label}`} data-state={state}>
      <div className={own.cardHead}>
        <h3>{label}</h3>
        {child === undefined ? (
          <Button
            size="sm"
            onClick={() =>
              dispatch({
                type: 'element/insert',
                element: { name: 'word', attributes: [{ name: 'state', value: state }] },
                into: { in: 'captions', captions: element.id },
              })
            }
          >
            {inspector.styleWords}
          </Button>
        ) : (
          <Button size="sm" onClick={() => dispatch({ type: 'node/remove', nodes: [child.id] })}>
            {inspector.unstyleWords}
          </Button>
        )}
      </div>
      {/* The form shows the values of the look in its fields. */}
      {child === undefined &&
        Object.entries(values).map(([name, value]) => (
          <p key={name} className={own.value}>
            {lookValueText(name, value, inspector)}
          </p>
        ))}
      {child !== undefined && <Form nodes={nodes} rows={WORD_ROWS} compact />}
    </section>
  );
}

/** Returns an attribute of a look with its value in the notation of the page language, such as `Padding: 1.6 px 8 px`. */
export function lookValueText(name: string, value: string, { on, off }: { readonly on: string; readonly off: string }) {
  const spec = WORD_ROWS.find(([each]) => each === name)?.[1];
  if (spec === undefined) return `${name}: ${value}`;
  const { label } = specWords(spec);
  const { kind } = spec.type;
  const { unit, factor } = kind === 'pair' ? { unit: '%', factor: 100 } : displayUnit(name, spec);
  if (kind === 'boolean') return `${label}: ${value === 'true' ? on : off}`;
  if (kind === 'outline' && value.startsWith('0,')) return `${label}: ${off}`;
  const parts = value.split(' ').map((part) => {
    const [, digits, end = ''] = /^(-?[\d.]+)(s?,?)$/.exec(part) ?? [];
    if (digits === undefined) return part;
    const partUnit = end.startsWith('s') ? 's' : kind === 'outline' ? 'px' : unit;
    const number = formatNumber(Number(digits) * factor, 2);
    return `${partUnit === undefined ? number : `${number} ${partUnit}`}${end.endsWith(',') ? ',' : ''}`;
  });
  return `${label}: ${parts.join(' ')}`;
}

function sizeAndAccent(element: ElementNode) {
  const size = captionsAttributes.size.type.parse(attributeValue(element, 'size') ?? '', null);
  return { size: size.ok ? size.value : captionsAttributes.size.absent.default, accent: accentOf(element) };
}
