import { expect, it } from 'vitest';
import { openService } from '#service/testing/open-service.ts';

it('a film supports conditions and ranges', async () => {
  await using service = await openService();
  const project = await service.createProject();
  const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
  const parameters = { region: 'local', project };
  const { id } = await service.client.call('startRender', { parameters, query: {}, body: { template } });
  const read = async (headers: Readonly<Record<string, string>> = {}) => {
    const answer = await service.fetch(`/v1/renders/${project}/${id}/film`, { headers });
    return { status: answer.status, headers: answer.headers, bytes: (await answer.arrayBuffer()).byteLength };
  };
  const whole = await read();
  const etag = whole.headers.get('etag') ?? '';
  const modified = whole.headers.get('last-modified') ?? '';
  const long = 'Sat, 01 Jan 2000 00:00:00 GMT';
  const cases = [
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"another"' }, 412],
    [{ 'if-unmodified-since': modified }, 200],
    [{ 'if-unmodified-since': long }, 412],
    [{ 'if-none-match': etag }, 304],
    [{ 'if-modified-since': modified }, 304],
    [{ range: 'bytes=0-9' }, 206],
    [{ range: 'bytes=0-9', 'if-range': '"another"' }, 200],
    [{ range: `bytes=${whole.bytes}-` }, 416],
  ] as const;
  for (const [headers, status] of cases) expect([headers, (await read(headers)).status]).toEqual([headers, status]);
});

it('answers for frames and loudness list unused and repeated values', async () => {
  await using service = await openService();
  const { uid: project } = await service.client.call('createProject', { parameters: { name: 'Films' }, query: {} });
  const template = '<movie width="64" height="64" framerate="10"><scene duration="5" name="${title, A}"/></movie>';
  for (const call of ['frame', 'loudness']) {
    const listed = async (variables: string) => {
      const body = new URLSearchParams({ template, variables, qualty: 'draft' });
      const { status, headers } = await service.fetch(`/v1/${call}/local/${project}`, { method: 'POST', body });
      return [status, ...['unused', 'repeated'].map((kind) => headers.get(`scenewright-${kind}-fields`))];
    };
    expect(await listed('{"title": "B", "brand_accent": "#fff"}')).toEqual([200, 'qualty', null]);
    expect(await listed('{"ttle": "B", "ü": 1, "title": "B", "title": "C"}')).toEqual([
      ...[200, 'qualty, variables.ttle, variables.%C3%BC', 'variables.title'],
    ]);
  }
});
