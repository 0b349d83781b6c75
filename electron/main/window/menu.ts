import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopMenu, DesktopMenuItem } from '#shared/contract/desktop/desktop-shapes.ts';
import { assertNever } from '#shared/lib/assert.ts';

type ActionItem = Extract<DesktopMenuItem, { kind: 'action' }>;

export interface MenuContext {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly run: (item: ActionItem) => void;
}

/**
 * Returns the menu with the page's actions and the platform's own items. In general, the menu displays keys and the
 * page handles them, because only the page can check whether a text field has the focus. On a Mac, the menu handles the
 * keys, and the page ignores them.
 */
export function menuTemplate(menus: readonly DesktopMenu[], context: MenuContext): MenuItemConstructorOptions[] {
  const isMac = context.platform === 'darwin';
  const pageMenus = menus.map((menu): MenuItemConstructorOptions => {
    const items = menu.items.map((item) => itemTemplate(item, context));
    return {
      label: menu.label,
      ...(menu.role === 'help' && { role: 'help' }),
      ...(menu.role === 'window' && { role: 'window' }),
      submenu: [...items, ...platformItems(menu.role, items.length > 0, context)],
    };
  });
  return isMac ? [{ role: 'appMenu' }, ...pageMenus] : pageMenus;
}

/** The menu until the page has sent one. It has the items that a Mac requires. */
export const firstMenu: readonly DesktopMenu[] = [
  { label: 'File', role: 'file', items: [] },
  { label: 'Edit', role: 'edit', items: [] },
  { label: 'View', role: 'view', items: [] },
  { label: 'Window', role: 'window', items: [] },
];

function itemTemplate(item: DesktopMenuItem, context: MenuContext): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'submenu':
      return { label: item.label, submenu: item.items.map((entry) => itemTemplate(entry, context)) };
    case 'action': {
      const { label, enabled, checked } = item;
      const accelerator = acceleratorFor(item.keys, context.platform);
      return {
        label,
        enabled,
        ...(checked !== undefined && { type: 'checkbox', checked }),
        ...(accelerator !== null && { accelerator, registerAccelerator: false }),
        click: () => context.run(item),
      };
    }
    default:
      return assertNever(item);
  }
}

function platformItems(
  role: DesktopMenu['role'],
  hasItems: boolean,
  { platform, isPackaged }: MenuContext,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions[] = hasItems ? [{ type: 'separator' }] : [];
  switch (role) {
    case 'file':
      return platform === 'darwin' ? [...separator, { role: 'close' }] : [...separator, { role: 'quit' }];
    case 'edit':
      // Text fields on a Mac support copy and paste only with these items.
      return hasItems || platform !== 'darwin'
        ? []
        : [
            { role: 'undo' },
            { role: 'redo' },
            { role: 'cut' },
            { role: 'copy' },
            { role: 'paste' },
            { role: 'selectAll' },
          ];
    case 'view':
      return [...separator, { role: 'togglefullscreen' }, ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const])];
    case 'window':
      return platform === 'darwin'
        ? [...separator, { role: 'minimize' }, { role: 'zoom' }, { type: 'separator' }, { role: 'front' }]
        : [...separator, { role: 'minimize' }];
    case 'help':
    case undefined:
      return [];
    default:
      return assertNever(role);
  }
}

/** The names of keys in the action table that differ from Electron's names. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  Mod: 'CommandOrControl',
  Ctrl: 'Control',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Escape: 'Esc',
  Enter: 'Return',
  '+': 'Plus',
};
/** The keys that Electron supports. Electron rejects a menu with any other key. */
const KNOWN_KEY =
  /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|[`\-=[\]\\;',./!@#$%^&*()_:<>?{}|~"]|Plus|Space|Tab|Backspace|Delete|Insert|Return|Up|Down|Left|Right|Home|End|PageUp|PageDown|Esc)$/;
const MODIFIERS: readonly string[] = ['CommandOrControl', 'Control', 'Alt', 'Shift', 'Meta'];

/**
 * Converts keys of the action table to Electron's form: `Mod+Shift+Z` is `CommandOrControl+Shift+Z`. Returns null for
 * keys that Electron does not support. On a Mac, also returns null for keys without Cmd or Ctrl, because the menu would
 * take them from text fields.
 */
export function acceleratorFor(keys: string | undefined, platform: NodeJS.Platform): string | null {
  if (keys === undefined || keys === '') return null;
  const parts = keys
    .replace(/\+\+$/, '+Plus')
    .split('+')
    .map((part) => KEY_NAMES[part] ?? part);
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1);
  const plain = key.length === 1 ? key.toUpperCase() : key;
  if (!KNOWN_KEY.test(plain) || !modifiers.every((modifier) => MODIFIERS.includes(modifier))) return null;
  const isPlainKey = !modifiers.includes('CommandOrControl') && !modifiers.includes('Control');
  if (platform === 'darwin' && isPlainKey) return null;
  return [...modifiers, plain].join('+');
}
