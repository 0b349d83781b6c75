import { type LookValues, lookValues } from '../captions/looks.ts';
import { PHRASE_DEFAULTS } from '../captions/phrases.ts';
import { DEFAULT_LANGUAGE } from '../formats/languages.ts';
import { formatPaint } from '../lib/srgb.ts';
import { message } from '../messages/message.ts';
import { attributeValue, childElements, type ElementNode } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { createFindingLog } from '../template/document/problem.ts';
import type { CaptionsLayer } from '../template/movie/movie.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { roleOf } from '../template/tables/roles.ts';
import type { AttributeSpecs, ValuesOf } from '../template/value-types/attribute-types.ts';
import type { UnitEffect } from '../template/values/animation.ts';
import {
  type CaptionDisplay,
  type OwnCue,
  WORD_STATES,
  type WordState,
  type WordStyle,
} from '../template/values/caption-style.ts';
import { type FrameRate, secondsToFrames } from '../template/values/frame-rate.ts';
import { pixels } from '../template/values/lengths.ts';
import { textsOf } from '../template/variables/written-values.ts';
import { checkSource, knownChildren, layerSource, meetsCondition } from './children.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext, ReadLayer } from './reading-context.ts';
import { readPiece, styleOf } from './text.ts';
import { readVisualAttributes, resolveInside } from './visual.ts';

const { attributes: specs } = elementRegistry.captions;
const { look: lookSpec, accent: accentSpec, size: sizeSpec, ...otherSpecs } = specs;
const { attributes: wordSpecs } = elementRegistry.word;
const { attributes: cueSpecs } = elementRegistry.cue;

/** The frame rate that is used as long as the frame rate of the movie is invalid. */
const ANY_RATE: FrameRate = { numerator: 30, denominator: 1 };

/** Reads captions. Returns null if they are invalid or have no source. */
export function resolveCaptions(
  context: ReadingContext,
  element: ElementNode,
  readLayer: ReadLayer,
): CaptionsLayer | null {
  const base = readAttributes(context, element, { look: lookSpec, accent: accentSpec, size: sizeSpec }).complete;
  const look = base === null ? null : lookOf(base);
  const { complete: others } = readAttributes(context, withLook(element, specs, look?.captions), otherSpecs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'captions', element, readLayer);
  const states = resolveWords(context, element, look);
  const cues = resolveCues(context, element);
  if (cues === null) checkSource(context, element);
  else reportSecondSource(context, element);
  if (base === null || others === null) return null;
  const { url, src, skip, mode, width, height } = others;
  const source = cues === null ? layerSource(context, element, { url, src }) : null;
  if (source === null && cues === null) return null;
  const display = displayOf(context, element, others, states);
  const isPhrase = display?.phrases != null;
  const hasPosition = attributeValue(element, 'yalign') !== undefined;
  const style = styleOf({ ...base, ...others });
  const visual = readVisualAttributes(element, others);
  return {
    kind: 'captions',
    ...visual,
    enabled: visual.enabled && isDrawn(others),
    ...inside,
    ...{ source, ...(cues !== null && { cues }) },
    ...{ skip, mode, box: { width, height } },
    style: isPhrase ? { ...style, autosize: 'none', ...(!hasPosition && { yAlign: 'middle' }) } : style,
    ...(display !== null && { display }),
    ...(visual.enabled && isPlayed(context, element) && packagedText(others, context)),
  };
}

/**
 * Returns the language of played captions: as `soft` if they have a caption track, or else as `burned` if they are
 * drawn.
 */
function packagedText(values: OtherValues, context: ReadingContext): Pick<CaptionsLayer, 'soft' | 'burned'> {
  const language = values.language ?? context.language ?? DEFAULT_LANGUAGE;
  if (isSoft(values)) return { soft: { language } };
  return isDrawn(values) ? { burned: { language } } : {};
}

function isDrawn({ track }: Pick<OtherValues, 'track'>): boolean {
  return track === 'burned' || track === 'both';
}

function isSoft({ track }: Pick<OtherValues, 'track'>): boolean {
  return track === 'soft' || track === 'both';
}

/** Returns whether the condition of captions is true. Reports no problems, because the caller does. */
function isPlayed(context: ReadingContext, element: ElementNode): boolean {
  return meetsCondition({ ...context, log: createFindingLog(), ignored: new Set() }, element);
}

type BaseValues = ValuesOf<{
  readonly look: typeof lookSpec;
  readonly accent: typeof accentSpec;
  readonly size: typeof sizeSpec;
}>;
type OtherValues = ValuesOf<typeof otherSpecs>;

function lookOf({ look, accent, size }: BaseValues): LookValues | null {
  return look === null ? null : lookValues(look, { size, accent: formatPaint(accent) });
}

/** Returns an element with the attributes of a look. Its own attributes take precedence. */
function withLook(
  element: ElementNode,
  table: AttributeSpecs,
  values: Readonly<Record<string, string>> | undefined,
): ElementNode {
  if (values === undefined) return element;
  const written = new Set(element.attributes.map((attribute) => attribute.name));
  const isWritten = (name: string) => [name, ...(table[name]?.aliases ?? [])].some((each) => written.has(each));
  const added = Object.entries(values).filter(([name]) => !isWritten(name));
  return { ...element, attributes: [...element.attributes, ...added.map(([name, value]) => ({ name, value }))] };
}

/** Reads the styles of the words, with the values of the look as defaults. */
function resolveWords(
  context: ReadingContext,
  element: ElementNode,
  look: LookValues | null,
): CaptionDisplay['states'] {
  const states: { [State in WordState]?: WordStyle } = {};
  const written = new Map<WordState, ElementNode>();
  for (const child of childElements(element).filter((each) => roleOf(each) === 'word')) {
    warnOfUnknownAttributes(context, child, [wordSpecs]);
    const { state } = readAttributes(context, child, { state: wordSpecs.state }).values;
    if (state === undefined) continue;
    if (!written.has(state)) written.set(state, child);
    else
      context.log.add('template/duplicate-attribute', { node: child.id, part: 'name' }, () =>
        message('template/two-words', { state }),
      );
  }
  for (const state of WORD_STATES) {
    const child = written.get(state);
    const values = look?.words[state];
    if (child === undefined && values === undefined) continue;
    const base = child ?? { ...element, name: 'word', attributes: [], children: [] };
    const { state: _, ...styleSpecs } = wordSpecs;
    const { complete } = readAttributes(context, withLook(base, wordSpecs, values), styleSpecs);
    if (complete !== null) states[state] = wordStyleOf(complete);
  }
  return states;
}

function wordStyleOf(values: Omit<ValuesOf<typeof wordSpecs>, 'state'>): WordStyle {
  const { color, opacity, background, padding, radius, outline, underline } = values;
  const { scale, rotation, shift, sweep, ease } = values;
  return {
    ...(color !== null && { color }),
    opacity,
    pill: background && { color: background, padding, radius },
    ...(outline !== null && { outline }),
    ...(underline !== null && { underline }),
    ...{ scale, rotation, shift, sweep, ease },
  };
}

/** Reads the cues of the template; null if it contains none. The cues are empty if no list has an item for them. */
function resolveCues(context: ReadingContext, element: ElementNode): readonly OwnCue[] | null {
  const children = childElements(element).filter((each) => roleOf(each) === 'cue');
  if (children.length === 0) return element.hasEmptyCues === true ? [] : null;
  const [excess] = children.slice(limits.cues);
  if (excess !== undefined)
    context.log.add('template/too-many-layers', { node: excess.id, part: 'name' }, () =>
      message('template/too-many-cues', { most: limits.cues }),
    );
  const cues = children.slice(0, limits.cues).flatMap((child): readonly OwnCue[] => {
    const { complete } = readAttributes(context, child, cueSpecs);
    knownChildren(context, 'cue', child);
    warnOfUnknownAttributes(context, child, [cueSpecs]);
    const pieces = textsOf(child).map((node) => readPiece(context, child, node));
    if (complete === null || !complete.enabled || pieces.includes(undefined)) return [];
    const text = pieces.join('').trim();
    const { start, end } = complete;
    if (end > start) return text === '' ? [] : [{ start, end, text }];
    context.log.add('captions/cue', { node: child.id, attribute: 'end' }, () => message('captions/own-cue-order'));
    return [];
  });
  return cues.toSorted((one, other) => one.start - other.start);
}

/** Reports a source file of a layer that has its own cues. */
function reportSecondSource({ log }: ReadingContext, element: ElementNode): void {
  const written = (['url', 'src'] as const).find((each) => attributeValue(element, each) !== undefined);
  if (written === undefined) return;
  log.add('template/source', { node: element.id, attribute: written, part: 'name' }, () =>
    message('template/source-and-cues', { attribute: written }),
  );
}

/** Returns the rules for styled words and phrases; null to display cues as written. */
function displayOf(
  { rate, language }: ReadingContext,
  element: ElementNode,
  values: OtherValues,
  states: CaptionDisplay['states'],
): CaptionDisplay | null {
  const { group, maxwords, pause, sentences, hold, boxes, uppercase, mode } = values;
  const { pilltime, phrasein, phraseout, phrasetime, wordin, wordtime } = values;
  const clock = rate ?? ANY_RATE;
  const milliseconds = (count: number) => Math.floor((count * 1000 * clock.denominator) / clock.numerator);
  const isModeWritten = attributeValue(element, 'mode') !== undefined;
  const allStates = mode === 'word' && states.upcoming === undefined ? { ...states, upcoming: HIDDEN } : states;
  const display: CaptionDisplay = {
    words: values.words ?? (isModeWritten ? 'file' : 'auto'),
    phrases:
      group === 'cue'
        ? null
        : {
            maxWords: maxwords,
            pause: pause === null ? PHRASE_DEFAULTS.pause : milliseconds(pause),
            sentences,
            hold: hold === null ? PHRASE_DEFAULTS.hold : milliseconds(hold),
          },
    uppercase: uppercase ? (values.language ?? language ?? DEFAULT_LANGUAGE) : null,
    boxes,
    states: allStates,
    pillTime: pilltime,
    phraseIn: effectOf(phrasein),
    phraseOut: effectOf(phraseout),
    phraseTime: phrasetime ?? secondsToFrames(0.2, clock),
    wordIn: effectOf(wordin),
    wordTime: wordtime ?? secondsToFrames(0.15, clock),
  };
  const { phrases, phraseIn, phraseOut, wordIn } = display;
  const isMoving = phraseIn !== null || phraseOut !== null || wordIn !== null;
  const isStyled = Object.keys(states).length > 0 || (mode === 'word' && values.words !== null);
  return phrases !== null || uppercase || boxes === 'line' || isStyled || isMoving ? display : null;
}

/** The style of upcoming words if `mode` is `word`. */
const HIDDEN: WordStyle = {
  opacity: 0,
  pill: null,
  scale: { across: 1, down: 1 },
  rotation: 0,
  shift: { across: pixels(0), down: pixels(0) },
  sweep: false,
  ease: 0,
};

type PresetName = OtherValues['phrasein'] | OtherValues['phraseout'];

/** Returns the motion of a preset with the defaults of `textin`. A slide has the distance of the font size. */
function effectOf(preset: PresetName): UnitEffect | null {
  switch (preset) {
    case 'none':
      return null;
    case 'fadein':
    case 'fadeout':
      return { type: 'fade' };
    case 'slidein':
    case 'slideout':
      return { type: 'slide', side: 'bottom', distance: null };
    case 'zoomin':
    case 'zoomout':
      return { type: 'zoom', from: 0 };
    case 'pop':
      return { type: 'pop', from: 0 };
    case 'spinin':
    case 'spinout':
      return { type: 'spin', angle: -360 };
    default:
      return preset satisfies never;
  }
}
