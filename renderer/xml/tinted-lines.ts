import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';

/** The effect that tints the lines of the given ranges to mark the selection. The ranges are in ascending order. */
export const setTint = StateEffect.define<readonly { readonly from: number; readonly to: number }[]>();

const line = Decoration.line({ class: 'xml-selected' });

class SelectedGutter extends GutterMarker {
  override elementClass = 'xml-selected-number';
}
const selectedGutter = new SelectedGutter();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (lines, { changes, effects, state }) => {
    let next = lines.map(changes);
    for (const effect of effects) if (effect.is(setTint)) next = linesIn(state, effect.value);
    return next;
  },
  provide: (self) => [
    EditorView.decorations.from(self),
    gutterLineClass.compute([self], (state) => {
      const builder = new RangeSetBuilder<GutterMarker>();
      for (const cursor = state.field(self).iter(); cursor.value !== null; cursor.next())
        builder.add(cursor.from, cursor.from, selectedGutter);
      return builder.finish();
    }),
  ],
});

function linesIn(
  { doc }: EditorState,
  segments: readonly { readonly from: number; readonly to: number }[],
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let behind = -1;
  for (const { from, to } of segments) {
    let at = doc.lineAt(Math.min(from, doc.length));
    const end = Math.min(to, doc.length);
    for (;;) {
      if (at.from > behind) builder.add(at.from, at.from, line);
      behind = Math.max(behind, at.from);
      if (at.to >= end || at.number >= doc.lines) break;
      at = doc.line(at.number + 1);
    }
  }
  return builder.finish();
}

export const tintedLines: Extension = field;
