import { unifiedMergeView } from '@codemirror/merge';
import type { Extension } from '@codemirror/state';
import type { Catalogue } from '#renderer/strings/catalogue.ts';

/** Shows what is other than in `original`, each stretch with a button that takes it back. */
export function comparison(original: string, words: Catalogue['xmlView']): Extension {
  return unifiedMergeView({
    original,
    gutter: true,
    highlightChanges: true,
    syntaxHighlightDeletions: false,
    diffConfig: { scanLimit: 500, timeout: 500 },
    mergeControls: (type, action) => {
      if (type === 'accept') return document.createElement('span');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'cm-diagnosticAction';
      button.textContent = words.revert;
      button.setAttribute('aria-label', words.revertChange);
      button.addEventListener('mousedown', action);
      button.addEventListener('click', (event) => {
        // A key presses it without a pointer.
        if (event.detail === 0) action(event);
      });
      return button;
    },
  });
}
