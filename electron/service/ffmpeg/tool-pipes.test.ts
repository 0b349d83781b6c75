import { readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { openNamedPipes, PIPE_BYTES, type PipeDirection } from './tool-pipes.ts';

async function onePipe(folder: string, direction: PipeDirection) {
  const opened = required(await openNamedPipes([join(folder, 'pipe')], [direction]), 'named pipes');
  return { opened, pipe: required(opened.pipes[0], 'a pipe') };
}

/** Runs an operation of `node:fs` in a thread, and returns its message when it begins and its result. */
function blockedIn(operation: string, descriptor: number) {
  const source = `
    const { parentPort } = require('node:worker_threads');
    const { readSync, writeSync } = require('node:fs');
    parentPort.postMessage('begin');
    parentPort.postMessage(${operation});`;
  const thread = new Worker(source.replaceAll('$pipe', String(descriptor)), { eval: true });
  const next = () => new Promise<unknown>((resolve) => thread.once('message', resolve));
  const begun = next();
  return { result: begun.then(next), begun };
}

test('a pipe carries bytes and ends when the end of the program is closed', async () => {
  await using folder = await temporaryFolder();
  const { opened, pipe } = await onePipe(folder.path, 'from tool');
  using _opened = opened;
  writeSync(pipe.toolEnd, 'frame');
  pipe.closeToolEnd();
  const bytes = Buffer.alloc(10);
  expect(bytes.subarray(0, readSync(pipe.threadEnd, bytes)).toString()).toBe('frame');
  expect(readSync(pipe.threadEnd, bytes)).toBe(0);
});

test('a write fails when the end of the program is closed', async () => {
  await using folder = await temporaryFolder();
  const { opened, pipe } = await onePipe(folder.path, 'to tool');
  using _opened = opened;
  writeSync(pipe.threadEnd, 'frame');
  pipe.closeToolEnd();
  expect(() => writeSync(pipe.threadEnd, 'frame')).toThrow(/EPIPE/);
});

test('a thread that reads continues when the pipe wakes it', async () => {
  await using folder = await temporaryFolder();
  const { opened, pipe } = await onePipe(folder.path, 'from tool');
  using _opened = opened;
  const { result, begun } = blockedIn('readSync($pipe, Buffer.alloc(9))', pipe.threadEnd);
  await begun;
  pipe.wake();
  expect(await result).toBe(1);
});

test('a thread that writes continues when the pipe wakes it', async () => {
  await using folder = await temporaryFolder();
  const { opened, pipe } = await onePipe(folder.path, 'to tool');
  using _opened = opened;
  writeSync(pipe.threadEnd, Buffer.alloc(PIPE_BYTES));
  const { result, begun } = blockedIn(`writeSync($pipe, Buffer.alloc(${PIPE_BYTES}))`, pipe.threadEnd);
  await begun;
  pipe.wake();
  expect(await result).toBe(PIPE_BYTES);
});

test('disposing of pipes removes their files', async () => {
  await using folder = await temporaryFolder();
  const { opened, pipe } = await onePipe(folder.path, 'to tool');
  pipe.closeThreadEnd();
  opened[Symbol.dispose]();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('opening pipes in a missing folder returns null', async () => {
  await using folder = await temporaryFolder();
  expect(await openNamedPipes([join(folder.path, 'missing/pipe')], ['to tool'])).toBeNull();
});
