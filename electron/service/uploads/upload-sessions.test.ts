import { expect, it } from 'vitest';
import { codeOf } from '#service/workspace/testing/scratch-workspace.ts';
import { createUploadSessions } from './upload-sessions.ts';

it('finishing waits for running writes and prevents new ones', async () => {
  const sessions = createUploadSessions();
  const barrier = Promise.withResolvers<void>();
  const order: string[] = [];
  const writing = sessions.write('upload', async () => {
    await barrier.promise;
    order.push('written');
  });
  const closing = sessions.runAlone('upload', async () => {
    order.push('finished');
  });
  expect(await codeOf(() => sessions.write('upload', async () => order.push('too late')))).toBe('upload/finished');
  barrier.resolve();
  await Promise.all([writing, closing]);
  expect(order).toEqual(['written', 'finished']);
  expect(sessions.isBusy('upload')).toBe(false);
});
