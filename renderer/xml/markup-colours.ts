import { syntaxTree } from '@codemirror/language';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** Node names of CodeMirror's XML grammar, and the classes that colour them. */
const classes: Readonly<Record<string, Decoration>> = {
  TagName: Decoration.mark({ class: 'xml-tag' }),
  AttributeName: Decoration.mark({ class: 'xml-attribute' }),
  AttributeValue: Decoration.mark({ class: 'xml-value' }),
  Comment: Decoration.mark({ class: 'xml-comment' }),
  ProcessingInst: Decoration.mark({ class: 'xml-comment' }),
  StartTag: Decoration.mark({ class: 'xml-sign' }),
  StartCloseTag: Decoration.mark({ class: 'xml-sign' }),
  EndTag: Decoration.mark({ class: 'xml-sign' }),
  SelfCloseEndTag: Decoration.mark({ class: 'xml-sign' }),
  Is: Decoration.mark({ class: 'xml-sign' }),
};

function colours(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        const mark = classes[name];
        if (mark !== undefined && end > start) builder.add(start, end, mark);
      },
    });
  }
  return builder.finish();
}

const markup = ViewPlugin.define(
  (view) => ({
    decorations: colours(view),
    update({ docChanged, viewportChanged, startState, state, view: changed }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = colours(changed);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

const placeholder = new MatchDecorator({
  regexp: /\$\{[^}]*\}?/g,
  decoration: Decoration.mark({ class: 'xml-variable' }),
});

const placeholders = ViewPlugin.define(
  (view) => ({
    decorations: placeholder.createDeco(view),
    update(update: ViewUpdate) {
      this.decorations = placeholder.updateDeco(update, this.decorations);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

/** Colours what is in sight; the first of two stands outside, so that a placeholder's colour is seen. */
export const markupColours: Extension = [markup, placeholders];
