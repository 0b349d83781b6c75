import {
  BookOpen,
  ChevronsDownUp,
  ChevronsUpDown,
  CornerDownRight,
  Search,
  WandSparkles,
  WrapText,
} from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import type { XmlView } from '#renderer/editor/editor-views.ts';

/**
 * The actions on the text of the template. They are enabled while the text is visible, and their keys work inside it.
 */
export const xmlActions: readonly Action[] = [
  {
    ...text('edit', (xml) => xml.find()),
    id: 'xml/find',
    label: ({ xmlView }) => xmlView.find,
    icon: Search,
  },
  {
    ...text('edit', (xml) => xml.format()),
    id: 'xml/format',
    label: ({ xmlView }) => xmlView.formatXml,
    keys: ['Shift+Alt+F'],
    icon: WandSparkles,
    enabled: ({ editor }) => isShown(editor) && editor.document.state.isTextBroken === false,
    whyNot: ({ xmlView }, { editor }) => (isShown(editor) ? xmlView.formatBroken : xmlView.needsXml),
  },
  {
    ...text('go', (xml) => xml.goToLine()),
    id: 'xml/go-to-line',
    label: ({ xmlView }) => `${xmlView.goToLine}…`,
    keys: ['Alt+G'],
    icon: CornerDownRight,
  },
  {
    ...text('view', (xml) => xml.toggleWrap()),
    id: 'xml/wrap',
    label: ({ xmlView }) => xmlView.wrap,
    keys: ['Alt+Z'],
    icon: WrapText,
    checked: ({ editor }) => editor?.views.xml?.wraps() ?? false,
    enabled: ({ editor }) => editor !== null && editor.views.xml !== null,
  },
  {
    ...text('view', (xml) => xml.foldScenes()),
    id: 'xml/fold-scenes',
    label: ({ xmlView }) => xmlView.foldScenes,
    icon: ChevronsDownUp,
    enabled: ({ editor }) => isShown(editor) && editor.document.state.isTextBroken === false,
  },
  {
    ...text('view', (xml) => xml.unfold()),
    id: 'xml/unfold',
    label: ({ xmlView }) => xmlView.unfold,
    icon: ChevronsUpDown,
  },
  {
    ...text('help', (xml) => xml.openReference()),
    id: 'xml/reference',
    label: ({ xmlView }) => xmlView.reference,
    keys: ['Alt+F1'],
    icon: BookOpen,
    enabled: ({ editor }) => editor !== null && editor.views.xml !== null,
  },
];

function isShown(editor: Editor | null): editor is Editor {
  return editor?.views.xml?.isEditable() === true;
}

function text(group: Action['group'], run: (xml: XmlView) => void) {
  return {
    scope: 'editor',
    group,
    inText: true,
    enabled: ({ editor }: ActionContext) => isShown(editor),
    whyNot: ({ xmlView }: ActionContext['strings']) => xmlView.needsXml,
    run: ({ editor }: ActionContext) => {
      const xml = editor?.views.xml ?? null;
      if (xml !== null) run(xml);
    },
  } as const;
}
