import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesktop, until } from '#main/testing/open-desktop.ts';
import { placeWindow } from './window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: -200, width: 1280, height: 1000 };
const at = (x: number, y: number, width = 1200, height = 800) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

describe('the initial position of the window', () => {
  it.each([
    ['the first time: in the middle, in its usual size', null, [screen], { x: 240, y: 70, width: 1440, height: 900 }],
    ['where it was', at(100, 50), [screen], { x: 100, y: 50, width: 1200, height: 800 }],
    [
      'where it was, on the second screen',
      at(2000, -150),
      [screen, second],
      { x: 2000, y: -150, width: 1200, height: 800 },
    ],
    [
      'on a screen that is there, when the other is gone',
      at(2000, -150),
      [screen],
      { x: 360, y: 120, width: 1200, height: 800 },
    ],
    ['where its title can be taken', at(300, -100), [screen], { x: 360, y: 120, width: 1200, height: 800 }],
    ['where enough of it can be seen', at(1880, 100), [screen], { x: 360, y: 120, width: 1200, height: 800 }],
    ['no larger than the screen', at(0, 0, 4000, 3000), [screen], { x: 0, y: 0, width: 1920, height: 1040 }],
    ['no smaller than it can be used', at(0, 0, 10, 10), [screen], { x: 0, y: 0, width: 1024, height: 640 }],
  ])('is determined by the stored position and the screens: %s', (_name, state, areas, bounds) => {
    expect(placeWindow(state, areas).bounds).toEqual(bounds);
  });
});

describe('the window', () => {
  it('restores its position on an existing screen', async () => {
    await using desktop = await openDesktop({
      prepare: (_electron, folder) =>
        writeFile(
          join(folder, 'userData/window.json'),
          JSON.stringify({ version: 1, value: { ...at(5000, 5000), maximized: true } }),
        ),
    });
    await until(() => desktop.state.windows.length > 0);
    const window = desktop.window();
    expect(window.options).toMatchObject({ x: 360, y: 120, width: 1200, minWidth: 1024, minHeight: 640 });
    expect([window.visible, window.isMaximized()]).toEqual([false, false]);
    window.emit('ready-to-show');
    expect([window.visible, window.isMaximized()]).toEqual([true, true]);
    window.bounds = { x: 10, y: 20, width: 1300, height: 700 };
    window.emit('move');
    desktop.timers.elapse(500);
    await until(async () => (await readFile(join(desktop.folder, 'userData/window.json'), 'utf8')).includes('1300'));
  });
});
