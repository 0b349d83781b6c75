import { expect, test } from 'vitest';
import { parseServiceEvent } from '#shared/contract/events.ts';
import { type PublishRuns, withProgress } from './publish-run.ts';

function sending(project: string, data: object) {
  const event = parseServiceEvent('project.published', JSON.stringify({ project, state: 'sending', ...data }));
  if (event === null) throw new Error('it is no event');
  return event;
}

const runs: PublishRuns = { films: { cluster: 'studio', state: 'running', sent: null } };
const progress = { cluster: 'studio', done: 5, total: 9, name: 'clip.mp4' };

test('the progress of a run comes from events of its project', () => {
  expect(withProgress(runs, sending('films', progress))).toEqual({
    films: { cluster: 'studio', state: 'running', sent: { done: 5, total: 9, name: 'clip.mp4' } },
  });
});

test.each([
  ['of another project', runs, sending('others', progress)],
  ['to another cluster', runs, sending('films', { ...progress, cluster: 'tower' })],
  ['without progress', runs, sending('films', { cluster: 'studio' })],
  [
    'of an ended run',
    { films: { cluster: 'studio', state: 'failed', problem: { title: '', detail: '', next: '' } } } as const,
    sending('films', progress),
  ],
])('an event does not change the publishing runs: %s', (_name, before, event) => {
  expect(withProgress(before, event)).toBe(before);
});
