import { type EditorState, type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** The maximum indent of wrapped lines in columns. A larger indent would leave too little space for text. */
const MAX_INDENT = 40;
/** The additional indent of wrapped lines in columns. */
const EXTRA_INDENT = 4;

/** Indents are CSS classes, because the content security policy blocks `style` attributes. */
const hanging = Array.from({ length: MAX_INDENT + 1 }, (_, columns) =>
  Decoration.line({ class: `cm-hang-${columns}` }),
);
const theme = EditorView.theme(
  Object.fromEntries(
    hanging.map((_, columns) => {
      const width = `${columns + EXTRA_INDENT}ch`;
      // The selector must be more specific than the selector for the padding of all lines.
      return [`.cm-line.cm-hang-${columns}`, { paddingLeft: `calc(4px + ${width})`, textIndent: `-${width}` }];
    }),
  ),
);

/** Returns the indent of a line in columns. */
export function indentOf(text: string, tabSize: number): number {
  let columns = 0;
  for (const letter of text) {
    if (letter === ' ') columns++;
    else if (letter === '\t') columns += tabSize - (columns % tabSize);
    else break;
  }
  return columns;
}

function decorate(state: EditorState, ranges: EditorView['visibleRanges']): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let lastDecorated = -1;
  for (const { from, to } of ranges)
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      const mark = hanging[Math.min(MAX_INDENT, indentOf(line.text, state.tabSize))];
      if (line.from > lastDecorated && mark !== undefined) builder.add(line.from, line.from, mark);
      lastDecorated = Math.max(lastDecorated, line.from);
      at = line.to + 1;
    }
  return builder.finish();
}

/** Wraps long lines with a hanging indent. */
export const wrappedLines: Extension = [
  EditorView.lineWrapping,
  theme,
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor({ state, visibleRanges }: EditorView) {
        this.decorations = decorate(state, visibleRanges);
      }

      update({ docChanged, viewportChanged, state, view }: ViewUpdate) {
        if (docChanged || viewportChanged) this.decorations = decorate(state, view.visibleRanges);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
];
