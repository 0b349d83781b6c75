import { expect, test } from 'vitest';
import { createInspectionQueue } from './inspection-queue.ts';

const small = '<movie width="64" height="64" framerate="25"><scene duration="1" name="${v}"/></movie>';
const large = `<movie width="64" height="64" framerate="25">${'<scene duration="1"/>'.repeat(9_000)}${'<a/>'.repeat(90_000)}</movie>`;
/** The memory limit in MiB. It is too small for a large template and sufficient for small ones. */
const MEBIBYTES = 24;

test('a thread that dies fails only its current task', { tags: ['promise:P13'] }, async () => {
  const thread = createInspectionQueue(MEBIBYTES);
  const variables = async (xml: string) => JSON.parse(await thread.ask({ kind: 'variables', xml })).length;
  const answers = await Promise.allSettled([small, large, small].map(variables));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { code: 'request/internal' } });
  expect(await variables(small)).toBe(1);
  await thread.stop();
});

test('a task over the time limit is stopped', { tags: ['promise:P13'] }, async () => {
  const thread = createInspectionQueue(undefined, 0.001);
  const slow = thread.ask({ kind: 'variables', xml: large });
  await expect(slow).rejects.toMatchObject({ code: 'template/too-slow' });
  await thread.stop();
});

test('waiting tasks are rejected when the queue stops', async () => {
  const thread = createInspectionQueue();
  const answers = Promise.allSettled([large, large].map((xml) => thread.ask({ kind: 'variables', xml })));
  await thread.stop();
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
