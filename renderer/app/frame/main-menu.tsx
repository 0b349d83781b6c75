import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { actionEntries, useActions } from '#renderer/actions/use-actions.tsx';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { frameShapeNames } from '#shared/editing/model/frame-shapes.ts';

const filmIds = ['template/fill-in', 'render/open', 'batch/open', null] as const;
const fileIds = ['assets/import', 'file/save', 'file/revisions'] as const;
/** The template actions have a separate menu, because the main menu must fit into the smallest window. */
const templateIds = [
  'template/create',
  'template/rename',
  null,
  'template/duplicate',
  ...frameShapeNames.map((shape) => `template/duplicate-${shape}`),
  null,
  'design/save-as',
];
const viewIds = ['view/library', 'view/visual', 'view/split', 'view/xml', 'preview/full-screen'] as const;

/** The main menu, which replaces the desktop menu bar in browsers. */
export function MainMenu() {
  const { app, projects } = useStrings();
  const actions = useActions();
  const { route } = useNavigation();
  const hasMenuBar = useDesktop() !== null;
  const [entries, setEntries] = useState<readonly MenuEntry[]>([]);
  if (hasMenuBar) return null;
  const fill = (open: boolean) => {
    if (!open) return;
    const inEditor = route.screen === 'project';
    const ofEditor = (): readonly MenuEntry[] => [
      ...actionEntries(actions, filmIds),
      { kind: 'menu', id: 'template', label: projects.template, entries: actionEntries(actions, templateIds) },
      ...actionEntries(actions, fileIds),
      line('file'),
      ...actionEntries(actions, viewIds),
      line('view'),
    ];
    setEntries([
      ...(inEditor ? ofEditor() : []),
      ...actionEntries(
        actions,
        ['project/create', 'design/new', 'template/open-file', 'project/publish', 'app/projects'],
        { only: true },
      ),
      // The menu has no space for this action in the editor.
      ...(inEditor ? [] : actionEntries(actions, ['project/live-tables'], { only: true })),
      {
        kind: 'menu',
        id: 'theme',
        label: app.theme,
        entries: actionEntries(actions, ['theme/dark', 'theme/light', 'theme/system']),
      },
      ...actionEntries(actions, [
        // The menu has no space for this action in the editor. The palette offers the action on every screen.
        ...(inEditor ? [] : ['app/farm']),
        'app/settings',
        null,
        'app/palette',
        'app/guide',
        ...(inEditor ? ['app/tour'] : []),
        'app/keys',
      ]),
    ]);
  };
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={app.mainMenu} />}
      entries={entries}
      align="end"
      onOpenChange={fill}
    />
  );
}

function line(id: string): MenuEntry {
  return { kind: 'separator', id };
}
