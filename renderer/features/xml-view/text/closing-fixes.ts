import { type Construct, constructsOf } from '#renderer/xml/markup-scan.ts';
import type { QuickFix } from './quick-fix.ts';

/**
 * Mends a text whose tags do not match, near a fault: closes the element that was left open, or takes out the closing
 * tag that belongs to nothing.
 */
export function closingFixes(text: string, fault: number): readonly QuickFix[] {
  const open: Construct[] = [];
  for (const construct of constructsOf(text)) {
    if (construct.kind === 'open' && construct.name !== '') open.push(construct);
    if (construct.kind !== 'close') continue;
    const top = open.at(-1);
    if (top?.name === construct.name) {
      open.pop();
      continue;
    }
    return construct.start > fault || construct.end < fault ? [] : mismatch(text, construct, open);
  }
  // Nothing but what is open was found: it ends with the text.
  const top = open.at(-1);
  return top === undefined || !top.closed ? [] : [closing(text, text.trimEnd().length, open.toReversed())];
}

function mismatch(text: string, found: Construct, open: readonly Construct[]): readonly QuickFix[] {
  const depth = open.findLastIndex(({ name }) => name === found.name);
  if (depth !== -1) return [closing(text, found.start, open.slice(depth + 1).toReversed())];
  const top = open.at(-1);
  const removal: QuickFix = {
    action: { kind: 'remove-closing-tag', name: found.name },
    edits: [{ from: found.start, to: found.end, insert: '' }],
  };
  if (top === undefined) return [removal];
  const from = found.start + 2;
  return [
    {
      action: { kind: 'change', to: `</${top.name}>` },
      edits: [{ from, to: from + found.name.length, insert: top.name }],
    },
    removal,
  ];
}

/** Closes elements, the innermost first, before an offset; each on a line of its own if it began one. */
function closing(text: string, at: number, elements: readonly Construct[]): QuickFix {
  const lineStart = /\n([ \t]*)$/.exec(text.slice(0, at));
  const from = lineStart === null ? at : lineStart.index;
  const tags = elements.map(({ name, start }) => {
    const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, start))?.[1];
    return indent === undefined ? `</${name}>` : `\n${indent}</${name}>`;
  });
  return {
    action: { kind: 'close-element', name: elements[0]?.name ?? '' },
    edits: [{ from, to: from, insert: tags.join('') }],
  };
}
