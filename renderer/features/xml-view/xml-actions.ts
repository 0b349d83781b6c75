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
import type { XmlPort } from '#renderer/actions/ports.ts';

/**
 * The actions on the text of the template. They are enabled while it is visible, and their keys work in the text
 * itself.
 */
export const xmlActions: readonly Action[] = [
  {
    ...text('edit', (port) => port.find()),
    id: 'xml/find',
    label: ({ xmlView }) => xmlView.find,
    icon: Search,
  },
  {
    ...text('edit', (port) => port.format()),
    id: 'xml/format',
    label: ({ xmlView }) => xmlView.formatXml,
    keys: ['Shift+Alt+F'],
    icon: WandSparkles,
    enabled: ({ ports, editor }) => isShown(ports.xml) && editor?.document.state.isTextBroken === false,
    whyNot: ({ xmlView }, { ports }) => (isShown(ports.xml) ? xmlView.formatBroken : xmlView.needsXml),
  },
  {
    ...text('go', (port) => port.goToLine()),
    id: 'xml/go-to-line',
    label: ({ xmlView }) => `${xmlView.goToLine}…`,
    keys: ['Alt+G', 'Mod+G'],
    icon: CornerDownRight,
  },
  {
    ...text('view', (port) => port.toggleWrap()),
    id: 'xml/wrap',
    label: ({ xmlView }) => xmlView.wrap,
    keys: ['Alt+Z'],
    icon: WrapText,
    checked: ({ ports }) => ports.xml?.wraps() ?? false,
    enabled: ({ ports }) => ports.xml !== undefined,
  },
  {
    ...text('view', (port) => port.foldScenes()),
    id: 'xml/fold-scenes',
    label: ({ xmlView }) => xmlView.foldScenes,
    icon: ChevronsDownUp,
    enabled: ({ ports, editor }) => isShown(ports.xml) && editor?.document.state.isTextBroken === false,
  },
  {
    ...text('view', (port) => port.unfold()),
    id: 'xml/unfold',
    label: ({ xmlView }) => xmlView.unfold,
    icon: ChevronsUpDown,
  },
  {
    ...text('help', (port) => port.openReference()),
    id: 'xml/reference',
    label: ({ xmlView }) => xmlView.reference,
    keys: ['Alt+F1'],
    icon: BookOpen,
    enabled: ({ ports }) => ports.xml !== undefined,
  },
];

function isShown(port: XmlPort | undefined): port is XmlPort {
  return port?.isEditable() === true;
}

function text(group: Action['group'], run: (port: XmlPort) => void) {
  return {
    scope: 'editor',
    group,
    inText: true,
    enabled: ({ ports }: ActionContext) => isShown(ports.xml),
    whyNot: ({ xmlView }: ActionContext['strings']) => xmlView.needsXml,
    run: ({ ports }: ActionContext) => {
      if (ports.xml !== undefined) run(ports.xml);
    },
  } as const;
}
