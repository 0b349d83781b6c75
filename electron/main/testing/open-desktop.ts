import { EventEmitter } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DesktopOptions, startDesktop } from '#main/desktop.ts';
import type { DesktopBridge, DesktopCallName } from '#shared/contract/desktop/desktop-bridge.ts';
import { callChannel } from '#shared/contract/desktop/desktop-channels.ts';
import type { ServiceState } from '#shared/contract/desktop/desktop-shapes.ts';
import { createFakeElectron, type FakeElectron } from './fake-electron.ts';
import { FakeUpdater } from './fake-updater.ts';
import { createManualTimers, type ManualTimers } from './manual-timers.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The running desktop app with the fake Electron and the real service. */
export interface TestDesktop extends AsyncDisposable, FakeElectron {
  readonly folder: string;
  readonly timers: ManualTimers;
  readonly updater: FakeUpdater;
  readonly call: <Name extends DesktopCallName>(
    name: Name,
    ...args: Parameters<DesktopBridge[Name]>
  ) => ReturnType<DesktopBridge[Name]>;
  /** Resolves when the page has received the given state of the service. */
  readonly reported: (kind: ServiceState['kind']) => Promise<void>;
}

export interface TestDesktopOptions extends Partial<Pick<DesktopOptions, 'argv' | 'platform'>> {
  /** Called before the app starts. */
  readonly prepare?: (electron: FakeElectron, folder: string) => Promise<void> | void;
  /** A script that replaces the service. */
  readonly service?: string;
}

const PAGE =
  '<!doctype html><html><head><meta property="csp-nonce" nonce="scenewright-nonce"></head><body>editor</body></html>';

export async function openDesktop(options: TestDesktopOptions = {}): Promise<TestDesktop> {
  const temporary = await temporaryFolder();
  const folder = temporary.path;
  const renderer = join(folder, 'renderer');
  await mkdir(join(renderer, 'assets'), { recursive: true });
  await mkdir(join(folder, 'userData'));
  await writeFile(join(folder, 'outside.txt'), 'outside');
  await writeFile(join(renderer, 'index.html'), PAGE);
  await writeFile(join(renderer, 'assets', 'app-1.js'), 'export {};');
  const value = {
    theme: 'dark',
    api: { enabled: false, port: 0 },
    allowHosts: [],
    ffmpeg: null,
    workspace: join(folder, 'workspace'),
  };
  await writeFile(join(folder, 'userData', 'settings.json'), JSON.stringify({ version: 1, value }));
  const fake = createFakeElectron(folder);
  await options.prepare?.(fake, folder);
  const timers = createManualTimers();
  const updater = new FakeUpdater();
  startDesktop({
    electron: fake.electron,
    paths: {
      renderer,
      preload: join(folder, 'preload.cjs'),
      service: options.service ?? resolve(import.meta.dirname, '../../service/serve/host-process.ts'),
      bundledFfmpeg: null,
      updateKey: join(folder, 'update-key.pem'),
      updateConfiguration: null,
    },
    loadUpdater: async () => updater,
    platform: options.platform ?? 'linux',
    versions: { electron: '45.4.1', chrome: '150', node: '24' },
    argv: options.argv ?? ['scenewright'],
    folder,
    environment: process.env,
    process: new EventEmitter(),
    now: Date.now,
    timers,
  });
  const states = () => fake.state.windows.flatMap((window) => window.webContents.sent('serviceState'));
  return {
    ...fake,
    folder,
    timers,
    updater,
    // The cast is safe, because the channel has checked the answer against the schema of the call.
    call: ((name: DesktopCallName, ...args: readonly unknown[]) =>
      fake.invoke(callChannel(name), args)) as TestDesktop['call'],
    reported: (kind) => until(() => (states().at(-1) as ServiceState | undefined)?.kind === kind),
    [Symbol.asyncDispose]: async () => {
      for (const child of fake.state.children) {
        if (child.process.exitCode !== null || child.process.signalCode !== null) continue;
        const ended = new Promise((done) => child.process.once('exit', done));
        child.process.kill('SIGKILL');
        await ended;
      }
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** Checks a condition every 10 ms until it is true. Throws after fifty seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 50_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`still not so: ${condition}`);
    await pause(10);
  }
}
