import { expect, it } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { ProblemError } from '#shared/contract/client.ts';

it('making a sample project requires FFmpeg', async () => {
  await using service = await openService({ environment: { PATH: '/nowhere' } });
  const failure: unknown = await service.client.call('createSample').catch((error: unknown) => error);
  expect(failure instanceof ProblemError && failure.problem).toMatchObject({ code: 'ffmpeg/not-found', status: 503 });
  expect((await service.client.call('listProjects')).projects).toEqual([]);
});
