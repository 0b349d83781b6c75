import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { AppPort } from '#main/system/electron-port.ts';
import { openDesktop, type TestDesktop, until } from '#main/testing/open-desktop.ts';
import { createQuitting } from './quitting.ts';

const requests = (desktop: TestDesktop) => desktop.window().webContents.sent('closeRequested');

describe('closing a window', () => {
  it('lets the page save before the service closes its workspace', async () => {
    await using desktop = await openDesktop();
    await desktop.reported('running');
    await desktop.call('setUnsaved', true);
    const window = desktop.window();
    window.close();
    await until(() => requests(desktop).length === 1);
    expect(window.isDestroyed()).toBe(false);
    await desktop.call('answerClose', { id: 1, stay: true });
    window.close();
    await until(() => requests(desktop).length === 2);
    await desktop.call('answerClose', { id: 2, stay: false });
    await until(() => desktop.state.ended === 'quit');
    expect(window.isDestroyed()).toBe(true);
    expect(desktop.state.children.map(({ process }) => process.exitCode)).toEqual([0]);
  });

  it('waits at most two seconds for a page that does not answer', async () => {
    await using desktop = await openDesktop();
    await desktop.reported('running');
    await desktop.call('setUnsaved', true);
    desktop.electron.app.quit();
    const window = desktop.window();
    await until(() => requests(desktop).length === 1);
    desktop.timers.elapse(1999);
    expect(window.isDestroyed()).toBe(false);
    desktop.timers.elapse(1);
    await until(() => desktop.state.ended === 'quit');
  });
});

describe('films that are being rendered', () => {
  const quittingWith = (answer: 'background' | 'quit' | 'stay') => {
    const app = new EventEmitter();
    const quit = vi.fn();
    const window = { hide: vi.fn(), isVisible: vi.fn(() => false) };
    const ask = vi.fn(async () => answer);
    const quitting = createQuitting({
      app: Object.assign(app, { quit }) as unknown as AppPort,
      platform: 'linux',
      renders: async () => 2,
      ask,
      window: () => window as never,
      stop: async () => undefined,
      log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    });
    return { quitting, quit, window, ask };
  };

  it('continue without the window if the user agrees', async () => {
    const { quitting, quit, window, ask } = quittingWith('background');
    expect(await quitting.mayGo()).toBe(false);
    expect(ask).toHaveBeenCalledWith(2);
    expect(window.hide).toHaveBeenCalledOnce();
    quitting.rendersEnded();
    expect(quit).toHaveBeenCalledOnce();
  });

  it('do not end the app if their window is visible again', async () => {
    const { quitting, quit, window, ask } = quittingWith('background');
    await quitting.mayGo();
    window.isVisible.mockReturnValue(true);
    await quitting.mayGo();
    expect(ask).toHaveBeenCalledTimes(2);
    quitting.rendersEnded();
    expect(quit).not.toHaveBeenCalled();
  });

  it('keep the window if the user stays', async () => {
    expect(await quittingWith('stay').quitting.mayGo()).toBe(false);
    expect(await quittingWith('quit').quitting.mayGo()).toBe(true);
  });
});
