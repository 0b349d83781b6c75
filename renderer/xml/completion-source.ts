import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { type CompletionItem, type CompletionList, completionsAt, type NamesInReach } from './completions.ts';

type Words = Catalogue['xmlView'];

/** Offers what the language, the project and the template have for the place of the cursor. */
export function completionSource(names: () => NamesInReach, words: Words) {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const list = completionsAt(text, context.pos, names());
    if (list === null) return null;
    // Nobody is asked for what was not begun.
    if (!context.explicit && list.from === context.pos && !/[<\s"'{/]/.test(text[context.pos - 1] ?? '')) return null;
    if (!context.explicit && !list.isBegun) return null;
    return {
      from: list.from,
      options: list.items.map((item, index) => completionOf(item, index, list, context.pos, words)),
      validFor: /^[^<>"'=\s]*$/,
    };
  };
}

function completionOf(
  item: CompletionItem,
  index: number,
  list: CompletionList,
  asked: number,
  words: Words,
): Completion {
  const detail = detailOf(item, words);
  return {
    label: item.label,
    type: item.kind,
    // In the order in which they were found, as long as nothing was typed.
    boost: Math.max(-99, 50 - index),
    ...(detail !== null && { detail }),
    ...(item.description !== null && { info: item.description.replaceAll('`', '') }),
    apply: (view: EditorView, _: Completion, from: number, to: number) => {
      const end = Math.max(to, to + list.to - asked);
      view.dispatch({
        changes: { from, to: Math.min(end, view.state.doc.length), insert: item.insert },
        selection: { anchor: from + item.cursor },
        userEvent: 'input.complete',
        scrollIntoView: true,
      });
      // Inside new quotes there is more to choose.
      if (item.insert[item.cursor - 1] === '"') startCompletion(view);
    },
  };
}

function detailOf({ detail }: CompletionItem, words: Words): string | null {
  if (detail === null) return null;
  switch (detail.kind) {
    case 'required':
      return words.required;
    case 'default':
      return words.defaultIs(detail.value);
    case 'plain':
      return detail.text;
    default:
      return detail satisfies never;
  }
}
