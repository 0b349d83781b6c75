import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await openService();
  project = await service.createProject();
});
afterAll(() => service[Symbol.asyncDispose]());

const template =
  '<movie width="320" height="180" framerate="25">\n<scene duration="50"><text size="${size, 3}" content="Hello"/></scene></movie>';

/** The fields of the answers that the tests read. */
interface Answer {
  readonly id: string;
  readonly verdict: string;
  readonly film: { readonly digest: string };
  readonly rows: readonly { readonly verdict: string; readonly error: string | null }[];
  readonly findings: readonly unknown[];
  readonly skipped: readonly { readonly code: string; readonly why: string }[];
}

async function ask(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly json: Answer }> {
  const answer = await service.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, json: (await answer.json()) as Answer };
}
const check = (fields: Readonly<Record<string, string>>) => ask(`/v1/check/local/${project}`, { template, ...fields });

describe('a check over HTTP', () => {
  test('answers with the report about a film', async () => {
    const { status, json } = await check({});
    expect(status).toBe(200);
    expect(json).toMatchObject({
      verdict: 'warned',
      film: { frames: 50, seconds: 2, width: 320, height: 180, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      findings: [{ code: 'text/tiny', severity: 'warning', line: 2, variable: 'size', frames: [3, 50] }],
    });
  });

  test('has a different digest for different values', async () => {
    const [one, other] = await Promise.all([check({}), check({ variables: '{"size": 8}' })]);
    expect(other.json.verdict).toBe('passed');
    expect(other.json.film.digest).not.toBe(one.json.film.digest);
  });

  test('returns fixes as commands of edit_template', async () => {
    const { json } = await check({ fixes: 'text/tiny' });
    const commands = [
      { do: 'set', at: ['movie/scene/text'], attributes: { size: expect.stringMatching(/^\$\{size, \d+\}$/) } },
    ];
    expect(json.findings).toMatchObject([{ code: 'text/tiny', fix: { reason: expect.any(String), commands } }]);
    const others = await check({ fixes: 'text/cut' });
    expect(others.json.findings[0]).not.toHaveProperty('fix');
  });

  test('combines equal findings of several rows', async () => {
    const { json } = await check({ rows: '[{"size": 3}, {"size": 8}, {"size": 3}, {"size": "x"}]' });
    expect(json.rows.map(({ verdict }) => verdict)).toEqual(['warned', 'passed', 'warned', 'failed']);
    expect(json.findings).toMatchObject([{ code: 'text/tiny', rows: [1, 3] }]);
    expect(json.rows[3]?.error).toContain('size');
  });

  test.each([
    ['platforms', 'myspace'],
    ['only', 'text/huge'],
    ['skip', 'text/huge'],
    ['fixes', 'text/huge'],
    ['rows', '{"size": 3}'],
  ])('refuses an invalid field: %s', async (field, value) => {
    const { status, json } = await check({ [field]: value });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'render/invalid', issues: [{ path: field }] });
  });

  test('runs in the background and reports its progress', async () => {
    const started = await check({ rows: '[{"size": 3}, {"size": 8}]', async: 'true' });
    expect(started).toMatchObject({ status: 202, json: { state: 'running', total: 2 } });
    const read = async () => {
      const answer = await service.fetch(`/v1/checks/${project}/${started.json.id}`);
      return (await answer.json()) as { readonly state: string };
    };
    await waitUntil(async () => (await read()).state === 'done');
    expect(await read()).toMatchObject({ done: 2, error: null, report: { verdict: 'warned' } });
    expect((await service.fetch(`/v1/checks/${project}/unknown`)).status).toBe(404);
  });
});

describe('the level full over HTTP', () => {
  const gray =
    '<movie width="320" height="180" framerate="25" background="#808080"><scene duration="30"><text size="40" content="Gray" color="#868686"/></scene></movie>';

  test('reads the pictures and the sound', async () => {
    const quick = await check({ template: gray });
    expect(quick.json.skipped).toContainEqual({ code: 'text/low-contrast', why: 'level' });
    const { json } = await check({ template: gray, level: 'full' });
    expect(json).toMatchObject({ level: 'full', verdict: 'failed' });
    expect(json.findings).toContainEqual(expect.objectContaining({ code: 'text/low-contrast', severity: 'error' }));
    expect(json.skipped.filter(({ why }) => why === 'level')).toEqual([]);
  });

  test('reports its progress with the id of the caller', async () => {
    using controller = { abort: new AbortController(), [Symbol.dispose]: () => controller.abort.abort() };
    const { body } = await service.fetch('/v1/events', { signal: controller.abort.signal });
    const checked = check({ template: gray, level: 'full', watch: 'mine' });
    let received = '';
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += piece;
      if (/check\.progress[\s\S]*\n\n/.test(received)) break;
    }
    const [, data = '{}'] = /^event: check\.progress$[\s\S]*?^data: (.*)$/m.exec(received) ?? [];
    const { share, ...event } = JSON.parse(data) as { readonly share: number };
    expect(event).toMatchObject({ id: 'mine', state: 'running', done: 0, total: 1 });
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1);
    expect((await checked).status).toBe(200);
  });

  test('reports its progress, and stops on request', async () => {
    const rows = JSON.stringify(Array.from({ length: 200 }, (_, size) => ({ size: 8 + size / 100 })));
    const { json } = await check({ rows, level: 'full', async: 'true' });
    const path = `/v1/checks/${project}/${json.id}`;
    const shareOf = async () => ((await (await service.fetch(path)).json()) as { readonly share: number }).share;
    await waitUntil(async () => (await shareOf()) > 0);
    expect(await shareOf()).toBeLessThan(1);
    expect((await service.fetch(path, { method: 'DELETE' })).status).toBe(200);
    expect((await service.fetch(path)).status).toBe(404);
    expect((await service.fetch(path, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('the check of a render', () => {
  test('refuses a film before it is rendered, with the findings', async () => {
    const { status, json } = await ask(`/v1/render/local/${project}`, { template, check: 'quick', failOn: 'warning' });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'check/failed', issues: [{ code: 'text/tiny', line: 2 }] });
    const renders = await service.fetch(`/v1/renders/${project}`);
    expect(await renders.json()).toMatchObject({ renders: [] });
  });
});
