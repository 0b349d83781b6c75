import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { actionContext } from '#renderer/actions/testing/action-context.ts';
import type { Api } from '#renderer/api/api.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { addNewCaptions } from './new-captions.ts';

/** Opens an editor on a template with this name. The files of its project are in memory. */
function openProject(template: string, text?: string) {
  const files = new Map<string, string>();
  const editor = openEditor({ template, ...(text !== undefined && { text }) });
  const client = {
    call: async (call: string, { parameters, body }: { parameters: { name: string }; body?: Uint8Array }) => {
      if (call === 'listAssets')
        return { assets: [...files.keys()].map((name) => ({ name, etag: `"${name}"` })), cursor: null };
      files.set(parameters.name, new TextDecoder().decode(body));
      return {};
    },
    open: async (_: 'readAsset', { parameters }: { parameters: { name: string } }) =>
      new Response(files.get(parameters.name)),
  };
  const api = { client, queries: new QueryClient() } as unknown as Api;
  return { files, editor, context: actionContext({ editor, api }) };
}

test('captions for the whole movie become an overlay', async () => {
  const { editor, context } = openProject('over');
  await addNewCaptions(context, 'film');
  expect(editor.state().movie?.overlays.flatMap(({ layers }) => layers.map(({ kind }) => kind))).toEqual(['captions']);
});

test('new captions are over the whole movie if it has several scenes', async () => {
  const places = async (scenes: string) => {
    const { editor, context } = openProject(
      'places',
      `<movie width="100" height="50" framerate="25">${scenes}</movie>`,
    );
    await addNewCaptions(context);
    const { movie } = editor.state();
    const count = (holders: readonly { readonly layers: readonly { readonly kind: string }[] }[] = []) =>
      holders.flatMap(({ layers }) => layers).filter(({ kind }) => kind === 'captions').length;
    return { inScenes: count(movie?.scenes), overAll: count(movie?.overlays) };
  };
  const scene = '<scene duration="20"/>';
  expect(await places(scene)).toEqual({ inScenes: 1, overAll: 0 });
  expect(await places(scene + scene)).toEqual({ inScenes: 0, overAll: 1 });
});

test('new captions after an undo reuse the file of the undone captions', async () => {
  const { files, editor, context } = openProject('again');
  await addNewCaptions(context);
  editor.undo();
  await addNewCaptions(context);
  editor.undo();
  files.set('captions.srt', '');
  await addNewCaptions(context);
  expect([...files]).toEqual([['captions.srt', expect.stringContaining('-->')]]);
});

test('a captions file that is used or was edited is not reused', async () => {
  const { files, editor, context } = openProject('kept');
  await addNewCaptions(context);
  await addNewCaptions(context);
  expect([...files.keys()]).toEqual(['captions.srt', 'captions 2.srt']);
  const written = '1\n00:00:00,000 --> 00:00:02,000\nHello\n';
  files.set('captions 2.srt', written);
  editor.undo();
  await addNewCaptions(context);
  expect([...files.keys()]).toEqual(['captions.srt', 'captions 2.srt', 'captions 3.srt']);
  expect(files.get('captions 2.srt')).toBe(written);
});
