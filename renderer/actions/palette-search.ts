import type { LucideIcon } from 'lucide-react';
import { type Action, type ActionContext, isEnabled, isInScope } from './action.ts';
import { type KeyBindings, keysOf } from './keys.ts';

/** An item of the palette that is not an action: a scene, an asset, a template, or a project. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The text at the right end: the kind or the location of the item. */
  readonly hint?: string | undefined;
  readonly run: () => void;
}

/** A section of items that a screen contributes to the palette. Items are listed only for a query. */
export interface PaletteSource {
  readonly heading: string;
  /** The sort key of the section; lower comes first. */
  readonly order: number;
  readonly items: () => readonly PaletteItem[];
}

export interface PaletteLine {
  readonly id: string;
  readonly label: string;
  /** The indexes of the matched UTF-16 units. */
  readonly positions: readonly number[];
  readonly match: MatchKind;
  readonly icon: LucideIcon | undefined;
  readonly keys: string | undefined;
  readonly hint: string | undefined;
  readonly enabled: boolean;
  readonly target:
    | { readonly kind: 'action'; readonly id: string }
    | { readonly kind: 'item'; readonly run: () => void };
}

export interface PaletteSection {
  readonly heading: string;
  readonly lines: readonly PaletteLine[];
}

export interface PaletteInput {
  readonly query: string;
  readonly actions: readonly Action[];
  readonly bindings: KeyBindings;
  /** The ids of recently run actions, newest first. */
  readonly recent: readonly string[];
  readonly context: ActionContext;
  readonly sources: readonly PaletteSource[];
}

const mostActions = 12;
const mostItems = 6;

/**
 * Returns the sections of the palette: without a query, recent and other actions; with a query, the best matches of
 * each kind.
 */
export function findCommands(input: PaletteInput): readonly PaletteSection[] {
  const { query, context, sources } = input;
  const { app } = context.strings;
  const lines = actionLines(input);
  const sections: PaletteSection[] = [];
  if (query.trim() === '') {
    const recentLines = input.recent
      .flatMap((id) => lines.filter((line) => line.id === id && line.enabled))
      .slice(0, 5);
    const others = lines.filter((line) => line.enabled && !recentLines.includes(line));
    sections.push({ heading: app.recent, lines: recentLines }, { heading: app.actionsHeading, lines: others });
  } else {
    const items = [...sources]
      .sort((one, other) => one.order - other.order)
      .map((source) => ({ heading: source.heading, lines: itemLines(query, source) }));
    const actions = { heading: app.actionsHeading, lines: lines.slice(0, mostActions) };
    // Enter runs the first line, so start with the kind that has the best match.
    const bestItem = Math.min(...items.flatMap((section) => section.lines.map(tierOf)));
    const isActionFirst = lines[0] !== undefined && tierOf(lines[0]) <= bestItem;
    sections.push(...(isActionFirst ? [actions, ...items] : [...items, actions]));
  }
  return sections.filter((section) => section.lines.length > 0);
}

function actionLines({ query, actions, bindings, recent, context }: PaletteInput): readonly PaletteLine[] {
  const { strings } = context;
  const matches = actions
    .filter((action) => action.keysOnly !== true && isInScope(action, context))
    .flatMap((action) => {
      const label = action.label(strings, context);
      const match = fuzzyMatch(query, label);
      return match === null ? [] : [{ action, label, match }];
    });
  return matches
    .map(({ action, label, match }) => {
      const enabled = isEnabled(action, context);
      const position = recent.indexOf(action.id);
      return {
        // Recent actions get a bonus, because the user is more likely to run them again.
        score: match.score + (position < 0 ? 0 : 40 - position),
        line: {
          id: action.id,
          label,
          positions: match.positions,
          match: match.kind,
          icon: action.icon,
          keys: keysOf(action, bindings)[0],
          hint: enabled ? undefined : action.whyNot?.(strings, context),
          enabled,
          target: { kind: 'action', id: action.id },
        } satisfies PaletteLine,
      };
    })
    .sort((one, other) => (query.trim() === '' ? 0 : tierOf(one.line) - tierOf(other.line) || other.score - one.score))
    .map(({ line }) => line);
}

/** The tier of a line; lower comes first. Enter must not run a loose match if an unavailable action has this name. */
function tierOf({ enabled, match }: PaletteLine): number {
  return (enabled ? ENABLED_TIERS : DISABLED_TIERS)[match];
}

const ENABLED_TIERS: Readonly<Record<MatchKind, number>> = { word: 0, start: 0, part: 2, scattered: 4 };
const DISABLED_TIERS: Readonly<Record<MatchKind, number>> = { word: 1, start: 3, part: 5, scattered: 5 };

function itemLines(query: string, source: PaletteSource): readonly PaletteLine[] {
  return source
    .items()
    .flatMap((item) => {
      const match = fuzzyMatch(query, item.label);
      return match === null ? [] : [{ item, match }];
    })
    .sort((one, other) => other.match.score - one.match.score)
    .slice(0, mostItems)
    .map(({ item, match }) => ({
      id: item.id,
      label: item.label,
      positions: match.positions,
      match: match.kind,
      icon: item.icon,
      keys: undefined,
      hint: item.hint,
      enabled: true,
      target: { kind: 'item', run: item.run },
    }));
}

/** The part of a text that a query matches: whole words, the start of a word, other adjacent letters, or letters with gaps. */
type MatchKind = 'word' | 'start' | 'part' | 'scattered';

/** The score of a match and the positions of the matched letters. */
export interface FuzzyMatch {
  readonly kind: MatchKind;
  /** The score; higher is better. */
  readonly score: number;
  /** The indexes of the matched UTF-16 units in ascending order. */
  readonly positions: readonly number[];
}

/**
 * Matches the letters of the query in order, with gaps allowed. A prefix of the text scores best, followed by a prefix
 * of a word, a substring, and scattered letters. Null if the text does not match. An empty query matches every text
 * with score 0.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const requested = fold(query.trim());
  if (requested === '') return { kind: 'scattered', score: 0, positions: [] };
  const folded = fold(text);
  const whole = wholeMatch(requested, folded);
  if (whole !== null) {
    const positions = Array.from({ length: requested.length }, (_, at) => whole + at);
    const isStart = isWordStart(folded, whole);
    const kind = !isStart ? 'part' : isWordEnd(folded, whole + requested.length) ? 'word' : 'start';
    const rank = whole === 0 ? 3000 : isStart ? 2000 : 1000;
    return { kind, score: rank - Math.min(500, folded.length), positions };
  }
  return scattered(requested.replaceAll(' ', ''), folded);
}

/** Returns the best index of the query as a substring, preferably at the start of a word; null if there is none. */
function wholeMatch(requested: string, folded: string): number | null {
  const first = folded.indexOf(requested);
  if (first < 0) return null;
  for (let at = first; at >= 0; at = folded.indexOf(requested, at + 1)) {
    if (isWordStart(folded, at)) return at;
  }
  return first;
}

function scattered(requested: string, folded: string): FuzzyMatch | null {
  const positions: number[] = [];
  let score = 500;
  let from = 0;
  for (const letter of requested) {
    // Prefer the start of a word, so that initials match.
    const next = folded.indexOf(letter, from);
    if (next < 0) return null;
    const start = nextWordStart(folded, letter, from);
    const at = start >= 0 && next !== from ? start : next;
    score -= at === from ? 0 : isWordStart(folded, at) ? 4 : 20 + Math.min(40, at - from);
    positions.push(at);
    from = at + letter.length;
  }
  return score > 0 ? { kind: 'scattered', score: score - Math.min(100, folded.length / 10), positions } : null;
}

function nextWordStart(folded: string, letter: string, from: number): number {
  for (let at = folded.indexOf(letter, from); at >= 0; at = folded.indexOf(letter, at + 1)) {
    if (isWordStart(folded, at)) return at;
  }
  return -1;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

function isWordEnd(text: string, at: number): boolean {
  return at === text.length || !/[\p{L}\p{N}]/u.test(text[at] ?? '');
}

/** Removes case and accents per UTF-16 unit, so that indexes stay valid. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at);
    const plain = unit.normalize('NFD').charAt(0).toLowerCase();
    return plain.length === 1 ? plain : unit;
  }).join('');
}
