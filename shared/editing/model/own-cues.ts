import { message } from '../../messages/message.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '../../template/document/document.ts';
import { cueAttributes } from '../../template/tables/captions-attributes.ts';
import { roleOf } from '../../template/tables/roles.ts';
import { type FrameRate, framesToSeconds } from '../../template/values/frame-rate.ts';
import { isRepeated, listNameOf } from '../../template/variables/repeats.ts';
import { textsOf } from '../../template/variables/written-values.ts';
import type { PlannableCommand } from './commands.ts';

/** The times of a cue in milliseconds from the start of its layer. */
export interface CueSpan {
  readonly start: number;
  readonly end: number;
}

/** A cue in the template, as written. */
export interface OwnCueElement {
  readonly id: NodeId;
  readonly start: string;
  readonly end: string;
  readonly text: string;
  /** The times; null if they are variables or invalid, or if a list repeats the cue. */
  readonly time: CueSpan | null;
  /** The list that repeats the cue; null if the cue is not repeated. */
  readonly list: string | null;
}

/** A cue with known times. */
export type TimedOwnCue = OwnCueElement & { readonly time: CueSpan };

/** Returns whether an element contains cues, in which case it has no source. */
export function hasOwnCues(element: ElementNode): boolean {
  return childElements(element).some((child) => roleOf(child) === 'cue');
}

/** Returns the cues of a captions element, sorted by time. Cues with unknown times come first, in document order. */
export function ownCuesIn(captions: ElementNode, rate: FrameRate): readonly OwnCueElement[] {
  return childElements(captions)
    .filter((child) => roleOf(child) === 'cue')
    .map((element): OwnCueElement => {
      const [start = '', end = ''] = [attributeValue(element, 'start'), attributeValue(element, 'end')];
      const text = textsOf(element)
        .map((piece) => piece.text)
        .join('')
        .trim();
      const list = isRepeated(element) ? listNameOf(element) : null;
      const [from, to] = [millisecondsOf(start, rate), millisecondsOf(end, rate)];
      const time = list !== null || from === null || to === null || to <= from ? null : { start: from, end: to };
      return { id: element.id, start, end, text, time, list };
    })
    .sort((one, other) => (one.time?.start ?? -1) - (other.time?.start ?? -1));
}

/** Converts a time to milliseconds. Keeps the fraction of a frame of a time in seconds, which the film rounds. */
function millisecondsOf(text: string, rate: FrameRate): number | null {
  const seconds = /^\s*(\d{1,9}(?:\.\d{1,9})?)s\s*$/.exec(text)?.[1];
  if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  const read = text.includes('${') ? null : cueAttributes.start.type.parse(text, rate);
  return read?.ok === true ? Math.round(framesToSeconds(read.value, rate) * 1000) : null;
}

/** The length of an added cue in milliseconds. */
const DEFAULT_LENGTH = 2000;
const MIN_LENGTH = 100;

/**
 * Returns the command that adds a cue to a captions layer. The cue begins at a time, or at the end of an existing cue
 * at this time. It ends before the next cue.
 */
export function addedCue(
  captions: NodeId,
  cues: readonly OwnCueElement[],
  { at, text }: { readonly at: number; readonly text: string },
): PlannableCommand {
  const timed = cues.filter(isTimed);
  const start = timed.find(({ time }) => time.start <= at && at < time.end)?.time.end ?? at;
  const before = timed.findLast(({ time }) => time.start <= start) ?? cues.findLast(({ time }) => time === null);
  const next = timed.find(({ time }) => time.start > start)?.time.start ?? Number.POSITIVE_INFINITY;
  const end = Math.max(start + MIN_LENGTH, Math.min(start + DEFAULT_LENGTH, next));
  return insertCue(captions, before?.id ?? null, { start, end }, text);
}

/** Returns the command that changes the times of a cue. */
export function cueTimes(cue: OwnCueElement, { start, end }: CueSpan): PlannableCommand {
  const span = { start: Math.max(0, Math.round(start)), end: Math.round(end) };
  const to = Math.max(span.start + MIN_LENGTH, span.end);
  return {
    type: 'batch',
    label: message('step/cue-times'),
    commands: [
      { type: 'attribute/set', node: cue.id, name: 'start', value: secondsText(span.start) },
      { type: 'attribute/set', node: cue.id, name: 'end', value: secondsText(to) },
    ],
  };
}

/**
 * Returns the command that splits a cue at a position in its text. The length of each part is proportional to its
 * number of letters. Returns null if one part would be empty.
 */
export function splitCue(captions: NodeId, cue: TimedOwnCue, at: number): PlannableCommand | null {
  const [first, second] = [cue.text.slice(0, at).trim(), cue.text.slice(at).trim()];
  if (first === '' || second === '') return null;
  const { start, end } = cue.time;
  const between = Math.round(start + ((end - start) * first.length) / (first.length + second.length));
  return {
    type: 'batch',
    label: message('step/split-cue'),
    commands: [
      { type: 'attribute/set', node: cue.id, name: null, value: first },
      { type: 'attribute/set', node: cue.id, name: 'end', value: secondsText(between) },
      insertCue(captions, cue.id, { start: between, end }, second),
    ],
  };
}

/** Returns the command that joins a cue with the next cue. The result has both texts and the end of the next cue. */
export function joinedCues(cue: OwnCueElement, next: OwnCueElement): PlannableCommand {
  return {
    type: 'batch',
    label: message('step/join-cues'),
    commands: [
      { type: 'attribute/set', node: cue.id, name: null, value: `${cue.text} ${next.text}`.trim() },
      { type: 'attribute/set', node: cue.id, name: 'end', value: next.end },
      { type: 'node/remove', nodes: [next.id] },
    ],
  };
}

export function removedCue({ id }: OwnCueElement): PlannableCommand {
  return { type: 'node/remove', nodes: [id] };
}

function insertCue(captions: NodeId, after: NodeId | null, { start, end }: CueSpan, text: string): PlannableCommand {
  return {
    type: 'element/insert',
    element: {
      name: 'cue',
      attributes: [
        { name: 'start', value: secondsText(start) },
        { name: 'end', value: secondsText(end) },
      ],
      text,
    },
    into: { in: 'captions', captions, ...(after !== null && { after }) },
  };
}

function isTimed(cue: OwnCueElement): cue is TimedOwnCue {
  return cue.time !== null;
}

function secondsText(milliseconds: number): string {
  return `${Math.round(milliseconds) / 1000}s`;
}
