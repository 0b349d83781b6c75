import { expect, test } from 'vitest';
import { DESKTOP_ORIGIN } from '#shared/contract/desktop/desktop-channels.ts';
import type { DesktopFile } from '#shared/contract/desktop/desktop-shapes.ts';
import { connectOpenedFiles, createOpenedFiles, type OpenedBatch, openedFile } from './opened-files.ts';

const file = (name: string) => openedFile({ file: new File([], name), handle: null });
const namesOf = ({ files, others }: OpenedBatch) => [files, others].map((each) => each.map(({ name }) => name));

test('a handler also receives files of kinds without a handler', () => {
  const opened = createOpenedFiles();
  const templates: unknown[] = [];
  const bundles: unknown[] = [];
  opened.addHandler('template', (batch) => templates.push(namesOf(batch)));
  opened.addHandler('bundle', (batch) => bundles.push(namesOf(batch)));
  expect(opened.open([file('a.XML'), file('b.scenewright'), file('clip.mp4'), file('c.xml')])).toBe(true);
  expect(templates).toEqual([[['a.XML', 'c.xml'], ['clip.mp4']]]);
  expect(bundles).toEqual([[['b.scenewright'], ['clip.mp4']]]);
  expect(opened.open([file('clip.mp4'), file('xml')])).toBe(false);
});

type Listener = (event: { readonly data: unknown; readonly source: unknown; readonly origin: string }) => void;

/** Creates a desktop that opens files before and after the page loads. */
function desktopWith(first: readonly string[]) {
  let waiting = first;
  const listeners = new Set<Listener>();
  const target = {
    addEventListener: (_type: 'message', listener: Listener) => void listeners.add(listener),
    removeEventListener: (_type: 'message', listener: Listener) => void listeners.delete(listener),
  };
  return {
    target,
    desktop: {
      takeOpenedFiles: async () => {
        const files = waiting.map(desktopFile);
        waiting = [];
        return files;
      },
    },
    open: async (...names: readonly string[]) => {
      waiting = [...waiting, ...names];
      const data = { desktopEvent: 'filesOpened', payload: { count: waiting.length } };
      for (const listener of listeners) listener({ data, source: target, origin: DESKTOP_ORIGIN });
      await turns();
    },
  };
}

function desktopFile(name: string): DesktopFile {
  return { token: name, name, path: name, size: 1, lastModified: 0, url: `/desktop/files/${name}` };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

test('files opened at the start of the app reach their handler once', async () => {
  const { target, desktop, open } = desktopWith(['a.xml', 'b.scenewright']);
  const opened = createOpenedFiles();
  connectOpenedFiles(target, desktop, opened);
  await turns();
  await open('c.xml');
  const taken: unknown[] = [];
  const stop = opened.addHandler('template', (batch) => taken.push(...namesOf(batch)));
  expect(taken).toEqual([['a.xml'], [], ['c.xml'], []]);
  await open('d.xml');
  expect(taken.at(-2)).toEqual(['d.xml']);
  stop();
  await open('e.xml');
  opened.addHandler('bundle', (batch) => taken.push(...namesOf(batch)));
  expect(taken.at(-2)).toEqual(['b.scenewright']);
  opened.addHandler('template', (batch) => taken.push(...namesOf(batch)));
  expect(taken.slice(-2)).toEqual([['e.xml'], []]);
});
