import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FileSystem, nodeFileSystem } from '#service/files/file-system.ts';
import { contentOf, openUpload } from '#service/workspace/testing/open-upload.ts';
import {
  chunkOf,
  codeOf,
  never,
  scratchWorkspace,
  sha256,
  stalledStream,
} from '#service/workspace/testing/scratch-workspace.ts';

test.each([
  ['from 1', [1, 2, 3]],
  ['from 0', [0, 1, 2]],
  ['from 1, backwards', [3, 2, 1]],
  ['from 0, backwards', [2, 1, 0]],
  ['from 0, the first one second', [1, 0, 2]],
  ['from 1, mixed', [2, 3, 1]],
])('chunks are assembled by id: ids %s', async (_, order) => {
  await using scratch = await scratchWorkspace();
  const { project, send, finish } = openUpload(scratch.workspace);
  const text = ['aaaa', 'bbbb', 'cc'];
  const first = Math.min(...order);
  for (const id of order) await send(id, text[id - first] ?? '');
  const asset = await finish();
  expect(asset).toMatchObject({
    name: 'film.mp4',
    size: 10,
    etag: `"${sha256('aaaabbbbcc')}"`,
    contentType: 'video/mp4',
  });
  expect(await contentOf(scratch.workspace, project)).toBe('aaaabbbbcc');
  expect(readdirSync(join(scratch.folder, 'uploads'))).toEqual([]);
});

test('simultaneous chunks in any order make the same file', { tags: ['promise:F11'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, send, finish } = openUpload(scratch.workspace, 20, 3);
  const ids = [7, 3, 0, 19, 5, 1, 2, 4, 6, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8];
  await Promise.all(ids.map((id) => send(id, String(id).padStart(3, '0'))));
  await finish();
  expect(await contentOf(scratch.workspace, project)).toBe(
    Array.from({ length: 20 }, (_, id) => String(id).padStart(3, '0')).join(''),
  );
});

test('an equal chunk returns the same answer and changes nothing', { tags: ['promise:P3'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { send, read } = openUpload(scratch.workspace);
  const answer = await send(1, 'aaaa');
  expect(answer).toEqual({ chunkId: 1, size: 4, sha256: sha256('aaaa') });
  expect(await send(1, 'aaaa')).toEqual(answer);
  expect(read().received).toEqual([answer]);
});

test('a chunk can be replaced until the upload is finished', { tags: ['promise:P3'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 2);
  await send(1, 'aaaa');
  await send(2, 'bb');
  await send(1, 'xxxx');
  // The folder contains the upload's file, and a separate file for the chunk whose slot was taken.
  expect(readdirSync(join(scratch.folder, 'uploads', id))).toHaveLength(2);
  await send(1, 'yyyy');
  expect(readdirSync(join(scratch.folder, 'uploads', id))).toEqual(['data']);
  await finish();
  expect(await contentOf(scratch.workspace, project)).toBe('yyyybb');
});

test('a chunk with a wrong digest is refused', { tags: ['promise:P3', 'promise:F10'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, read } = openUpload(scratch.workspace);
  await send(1, 'aaaa');
  const wrong = chunkOf('zzzz', { sha256: sha256('aaaa') });
  expect(await codeOf(() => scratch.workspace.uploads.writeChunk(project, id, 1, wrong))).toBe('upload/digest');
  const right = chunkOf('bbbb', { sha256: sha256('bbbb') });
  await scratch.workspace.uploads.writeChunk(project, id, 2, right);
  expect(read().received.map((chunk) => chunk.sha256)).toEqual([sha256('aaaa'), sha256('bbbb')]);
});

test('every chunk except the last has chunk_size bytes', { tags: ['promise:F10'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { send, read } = openUpload(scratch.workspace);
  expect(await codeOf(() => send(1, 'aaa'))).toBe('upload/chunk-size');
  expect(await codeOf(() => send(1, 'aaaaa'))).toBe('upload/chunk-size');
  expect(await codeOf(() => send(3, 'aaaaa'))).toBe('upload/chunk-size');
  expect(read().received).toEqual([]);
  await send(3, 'c');
  expect(await codeOf(() => send(2, 'b'))).toBe('upload/chunk-size');
  expect(read()).toMatchObject({ bytesReceived: 1, missing: [1, 2] });
});

test('a short chunk 2 of three makes the ids start at 0', async () => {
  await using scratch = await scratchWorkspace();
  const { project, send, finish } = openUpload(scratch.workspace);
  await send(2, 'b');
  expect(await codeOf(() => send(3, 'cc'))).toBe('upload/chunk-size');
  await send(2, 'bbbb');
  await send(3, 'cc');
  await send(1, 'aaaa');
  await finish();
  expect(await contentOf(scratch.workspace, project)).toBe('aaaabbbbcc');
});

test.each([
  ['0', [0], 3],
  ['the count', [3], 0],
])('the first id determines the start of the ids: %s', async (_, sent, refused) => {
  await using scratch = await scratchWorkspace();
  const { send } = openUpload(scratch.workspace);
  for (const id of sent) await send(id, 'aaaa');
  expect(await codeOf(() => send(refused, 'aaaa'))).toBe('upload/chunk-id');
});

test.each([-1, 4, 1.5, Number.NaN])('the id %d is out of range', { tags: ['promise:F11'] }, async (id) => {
  await using scratch = await scratchWorkspace();
  const { send } = openUpload(scratch.workspace);
  expect(await codeOf(() => send(id, 'aaaa'))).toBe('upload/chunk-id');
});

test('a body that is cut off stores nothing', { tags: ['promise:F10', 'promise:F19'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, read } = openUpload(scratch.workspace);
  const cut = stalledStream('aa');
  const writing = scratch.workspace.uploads.writeChunk(project, id, 1, { ...cut, sha256: null, signal: never });
  await cut.reached;
  cut.fail(new Error('cut'));
  await expect(writing).rejects.toThrow('cut');
  expect(read().received).toEqual([]);
  await send(1, 'aaaa');
  expect(read().received).toHaveLength(1);
});

test('an abort immediately ends a request whose body has stopped arriving', async () => {
  await using scratch = await scratchWorkspace();
  const { project, id } = openUpload(scratch.workspace);
  const silent = stalledStream('aa');
  const abort = new AbortController();
  const writing = scratch.workspace.uploads.writeChunk(project, id, 1, {
    ...silent,
    sha256: null,
    signal: abort.signal,
  });
  await silent.reached;
  abort.abort(new Error('gone'));
  await expect(writing).rejects.toThrow('gone');
});

test('a retry during the first request is safe', async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 2);
  await send(2, 'bb');
  const slow = stalledStream('aaaa');
  const first = scratch.workspace.uploads.writeChunk(project, id, 1, { ...slow, sha256: null, signal: never });
  await slow.reached;
  const retry = await send(1, 'aaaa');
  slow.end();
  expect(await first).toEqual(retry);
  await finish();
  expect(await contentOf(scratch.workspace, project)).toBe('aaaabb');
});

/** The number of bytes in one write. */
const PIECE = 2 ** 20;
const piece = (letter: string): string => letter.repeat(PIECE);
const etagOf = (...letters: readonly string[]): string => `"${sha256(letters.map(piece).join(''))}"`;

test('two simultaneous writes of a chunk use separate files', async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 2, PIECE);
  const slow = stalledStream(piece('a'));
  const first = scratch.workspace.uploads.writeChunk(project, id, 1, { ...slow, sha256: null, signal: never });
  await slow.reached;
  await send(1, piece('x'));
  slow.end();
  await first;
  await send(2, piece('b'));
  expect(await finish()).toMatchObject({ etag: etagOf('a', 'b') });
});

test('the bytes of a refused chunk stay during later writes', async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 3, PIECE);
  await send(1, piece('a'));
  const slow = stalledStream(piece('c'));
  const third = scratch.workspace.uploads.writeChunk(project, id, 3, { ...slow, sha256: null, signal: never });
  await slow.reached;
  const wrong = chunkOf(piece('z'), { sha256: sha256('other') });
  expect(await codeOf(() => scratch.workspace.uploads.writeChunk(project, id, 2, wrong))).toBe('upload/digest');
  slow.end();
  await third;
  await send(2, piece('b'));
  expect(await finish()).toMatchObject({ etag: etagOf('a', 'b', 'c') });
});

test('finishing does not wait for a repeated chunk', async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 2);
  const slow = stalledStream('zz');
  const first = scratch.workspace.uploads.writeChunk(project, id, 1, { ...slow, sha256: null, signal: never });
  first.catch(() => undefined);
  await slow.reached;
  await send(1, 'aaaa');
  await send(2, 'bb');
  await finish();
  expect(await codeOf(() => first)).toBe('upload/finished');
  expect(await contentOf(scratch.workspace, project)).toBe('aaaabb');
});

test('a chunk that arrives during truncation survives', { tags: ['promise:P2'] }, async () => {
  const cutting = Promise.withResolvers<void>();
  const barrier = Promise.withResolvers<void>();
  const files: FileSystem = {
    ...nodeFileSystem,
    open: async (path, mode) => {
      const file = await nodeFileSystem.open(path, mode);
      const truncate = async (size: number) => {
        cutting.resolve();
        await barrier.promise;
        await file.truncate(size);
      };
      return { ...file, truncate };
    },
  };
  await using scratch = await scratchWorkspace({ files });
  const { project, id, send, finish } = openUpload(scratch.workspace, 2);
  await send(1, 'aaaa');
  const wrong = scratch.workspace.uploads.writeChunk(project, id, 2, chunkOf('zzzz', { sha256: sha256('other') }));
  await cutting.promise;
  await send(2, 'bbbb');
  barrier.resolve();
  expect(await codeOf(() => wrong)).toBe('upload/digest');
  await finish();
  expect(await contentOf(scratch.workspace, project)).toBe('aaaabbbb');
});

test('the finished file excludes bytes beyond its end', { tags: ['promise:P3'] }, async () => {
  await using scratch = await scratchWorkspace();
  const { project, id, send, finish } = openUpload(scratch.workspace, 2);
  const slow = stalledStream('aaaa');
  const first = scratch.workspace.uploads.writeChunk(project, id, 1, {
    stream: slow.stream,
    sha256: null,
    signal: never,
  });
  await slow.reached;
  // The second chunk was longer at first. Its excess bytes stay in the file while the first chunk is written.
  await send(2, 'bbbb');
  await send(2, 'bb');
  slow.end();
  await first;
  expect(await finish()).toMatchObject({ size: 6, etag: `"${sha256('aaaabb')}"` });
  expect(await contentOf(scratch.workspace, project)).toBe('aaaabb');
});
