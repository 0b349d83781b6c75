import { pino } from 'pino';
import { expect, it } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

const SECRET = 'can"ary/\\ünd';

it("an embedder's logger receives no secret in any field", { tags: ['promise:P14'] }, () => {
  const lines: string[] = [];
  const target = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const { logger, hide } = hideSecrets(target);
  hide(SECRET);
  logger.info({ path: `/v1/project/${encodeURIComponent(SECRET)}` }, `said ${SECRET}`);
  logger.error({ err: new Error(`no ${SECRET}`, { cause: new Error(SECRET) }), list: [{ deep: SECRET }] }, 'failed');
  logger.debug({ request: { authorization: 'Basic Y2FuYXJ5', cookie: 'session=canary' } }, 'asked');
  logger.trace({ SECRET }, 'not asked for');
  const text = lines.join('');
  expect(text).not.toMatch(/can.{0,3}ary|Y2FuYXJ5/);
  const parsed = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(parsed.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'said [hidden]'],
    [50, 'failed'],
    [20, 'asked'],
  ]);
  expect(parsed[1]).toMatchObject({
    err: { message: expect.stringContaining('no [hidden]'), stack: expect.any(String) },
  });
});
