import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { required } from '#shared/lib/assert.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { insertFileCommand } from './add-assets.ts';
import { markSizeUndecided } from './clip-match.ts';

const EMPTY = '<movie width="1920" height="1080" framerate="30">\n</movie>\n';
const portrait = { kind: 'video', width: 1080, height: 1920, frameRate: '25' } as const;
const file = {
  kind: 'video',
  source: { kind: 'asset', name: 'speaker.mp4' },
  seconds: 2,
  size: { width: 1080, height: 1920 },
} as const;

function inserted(): string {
  const editor = openEditor({ text: EMPTY });
  const command = insertFileCommand(editor, file, portrait, { frame: frames(0), scene: null });
  editor.edit(required(command, 'a file can be inserted'));
  return editor.xml();
}

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('an empty movie takes the size of a clip inserted as a layer', () => {
  markSizeUndecided('p', 't');
  const xml = inserted();
  expect(xml).toContain('<movie width="1080" height="1920" framerate="25">');
  expect(xml).toContain('speaker.mp4');
});

test('an empty movie keeps a size chosen by the user', () => {
  expect(inserted()).toContain('<movie width="1920" height="1080" framerate="30">');
});
