import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openLogSink } from './service-log.ts';

it('the log sink writes lines in order', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'log');
  const fd = openSync(path, 'a');
  const sink = openLogSink(fd, 1_000_000);
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index} é\n`);
  for (const [index, line] of lines.entries()) {
    sink.write(line);
    if (index % 100 === 0) await sink.flush();
  }
  await sink.flush();
  closeSync(fd);
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
});

it('the log sink drops lines that a full disk rejects', { tags: ['promise:F41'] }, async () => {
  const fd = openSync('/dev/full', 'w');
  const sink = openLogSink(fd, 100);
  for (let count = 0; count < 50; count++) {
    sink.write('a line that nobody will read\n');
    await sink.flush();
  }
  closeSync(fd);
});

it('the log sink buffers a limited number of bytes', { tags: ['promise:F41'] }, async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'pipe');
  execFileSync('mkfifo', [path]);
  // Open the pipe for both reading and writing, because opening only one end would block.
  await using pipe = await open(path, 'r+');
  const CAPACITY = 1_000_000;
  const sink = openLogSink(pipe.fd, CAPACITY);
  for (let count = 0; count < 3000; count++) sink.write(`${'x'.repeat(999)}\n`);
  let text = '';
  while (text.length < CAPACITY)
    text += (await pipe.read(Buffer.alloc(65_536))).buffer.toString('utf8').replaceAll('\0', '');
  await sink.flush();
  sink.write('the next\n');
  await sink.flush();
  const { bytesRead } = await pipe.read(Buffer.alloc(65_536));
  expect([text.length, bytesRead]).toEqual([CAPACITY, 'the next\n'.length]);
});
