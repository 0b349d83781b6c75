import { describe, expect, it } from 'vitest';
import type { DesktopMenu } from '#shared/contract/desktop/desktop-shapes.ts';
import { acceleratorFor, firstMenu, menuTemplate } from './menu.ts';

const run = () => undefined;
const edit: DesktopMenu = {
  label: 'Edit',
  role: 'edit',
  items: [
    { kind: 'action', id: 'undo', label: 'Undo trim', keys: 'Mod+Z', enabled: false, textRole: 'undo' },
    {
      kind: 'submenu',
      label: 'More',
      items: [{ kind: 'action', id: 'snap', label: 'Snap', enabled: true, checked: true }],
    },
  ],
};

describe('the menu', () => {
  it('shows the actions', () => {
    expect(menuTemplate([edit], { platform: 'linux', isPackaged: true, run })).toMatchObject([
      {
        label: 'Edit',
        submenu: [
          { label: 'Undo trim', enabled: false, accelerator: 'CommandOrControl+Z', registerAccelerator: false },
          { label: 'More', submenu: [{ label: 'Snap', type: 'checkbox', checked: true }] },
        ],
      },
    ]);
  });

  it('has the roles that a platform requires', () => {
    const roles = (platform: NodeJS.Platform) =>
      menuTemplate(firstMenu, { platform, isPackaged: true, run }).flatMap(({ role, submenu }) => [
        ...(role === undefined ? [] : [role]),
        ...(Array.isArray(submenu) ? submenu.map((item) => item.role ?? item.type) : []),
      ]);
    expect(roles('darwin')).toEqual([
      'appMenu',
      'close',
      ...['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'],
      'togglefullscreen',
      ...['window', 'minimize', 'zoom', 'separator', 'front'],
    ]);
    expect(roles('win32')).toEqual(['quit', 'togglefullscreen', 'window', 'minimize']);
  });

  it.each([
    ['Mod+Shift+Z', 'linux', 'CommandOrControl+Shift+Z'],
    ['Mod+z', 'darwin', 'CommandOrControl+Z'],
    ['Mod++', 'linux', 'CommandOrControl+Plus'],
    ['Shift+ArrowLeft', 'linux', 'Shift+Left'],
    ['Space', 'linux', 'Space'],
    ['Space', 'darwin', null],
    ['?', 'win32', '?'],
    ['Hyper+Q', 'linux', null],
    ['Mod+Nonsense', 'linux', null],
    ['', 'linux', null],
  ] as const)('converts keys: %s on %s is %s', (keys, platform, accelerator) => {
    expect(acceleratorFor(keys, platform)).toBe(accelerator);
  });
});
