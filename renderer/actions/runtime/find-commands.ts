import type { LucideIcon } from 'lucide-react';
import { type KeyBindings, keysOf } from '../keys/key-bindings.ts';
import { type Action, isEnabled, isInScope } from '../model/action.ts';
import type { ActionContext } from '../model/action-context.ts';
import type { PaletteSource } from '../model/palette-items.ts';
import { fuzzyMatch } from './fuzzy.ts';

/** A line of the palette. */
export interface PaletteLine {
  readonly id: string;
  readonly label: string;
  /** Places of the letters that were looked for. */
  readonly positions: readonly number[];
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
  /** Ids, newest first. */
  readonly recent: readonly string[];
  readonly context: ActionContext;
  readonly sources: readonly PaletteSource[];
}

const mostActions = 12;
const mostItems = 6;

/** What the palette shows: first what was run lately, with something typed the best matches of each kind. */
export function findCommands(input: PaletteInput): readonly PaletteSection[] {
  const { query, context, sources } = input;
  const { app } = context.strings;
  const lines = actionLines(input);
  const sections: PaletteSection[] = [];
  if (query.trim() === '') {
    const lately = input.recent.flatMap((id) => lines.filter((line) => line.id === id && line.enabled)).slice(0, 5);
    const others = lines.filter((line) => line.enabled && !lately.includes(line));
    sections.push({ heading: app.recent, lines: lately }, { heading: app.actionsHeading, lines: others });
  } else {
    const items = [...sources]
      .sort((one, other) => one.order - other.order)
      .map((source) => ({ heading: source.heading, lines: itemLines(query, source) }));
    const actions = { heading: app.actionsHeading, lines: lines.slice(0, mostActions) };
    // The first line is what Enter does: something that can be done, if anything that was found can.
    sections.push(...(lines[0]?.enabled === true ? [actions, ...items] : [...items, actions]));
  }
  return sections.filter((section) => section.lines.length > 0);
}

function actionLines({ query, actions, bindings, recent, context }: PaletteInput): readonly PaletteLine[] {
  const { strings } = context;
  const found = actions
    .filter((action) => action.keysOnly !== true && isInScope(action, context))
    .flatMap((action) => {
      const label = action.label(strings, context);
      const match = fuzzyMatch(query, label);
      return match === null ? [] : [{ action, label, match }];
    });
  return found
    .map(({ action, label, match }) => {
      const enabled = isEnabled(action, context);
      const position = recent.indexOf(action.id);
      return {
        // What was used lately is likelier.
        score: match.score + (position < 0 ? 0 : 40 - position),
        line: {
          id: action.id,
          label,
          positions: match.positions,
          icon: action.icon,
          keys: keysOf(action, bindings)[0],
          hint: enabled ? undefined : action.whyNot?.(strings, context),
          enabled,
          target: { kind: 'action', id: action.id },
        } satisfies PaletteLine,
      };
    })
    .sort((one, other) => (query.trim() === '' ? 0 : canFirst(one.line, other.line) || other.score - one.score))
    .map(({ line }) => line);
}

/** What can be done now comes before what can't, however well that fits. */
function canFirst(one: PaletteLine, other: PaletteLine): number {
  return Number(other.enabled) - Number(one.enabled);
}

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
      icon: item.icon,
      keys: undefined,
      hint: item.hint,
      enabled: true,
      target: { kind: 'item', run: item.run },
    }));
}
