import { describe, expect, it } from 'vitest';
import { parseServeArguments } from './arguments.ts';

const NO_FARM = {
  ...{ queue: null, store: null, storeEndpoint: null, storeRegion: null },
  ...{ farmPrefix: null, farmPlain: false },
};

describe('the arguments of the service', () => {
  it.each([
    [['--port', 'x'], '--port x: use a number'],
    [['--port', '65536'], '--port 65536: use a number'],
    [['--region', '../x'], '--region ../x: use'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--workspace', ''], 'an option has no value'],
    [['--host', '0.0.0.0', '--editor'], 'the editor is available on this machine only'],
    [['--log', 'loud'], '--log loud: use info, warn, error'],
  ])('are refused with one sentence: %j', (args, sentence) => {
    expect(parseServeArguments(args)).toEqual({ ok: false, error: expect.stringContaining(sentence) });
  });

  it('have defaults for this machine and the usual port', () => {
    expect(parseServeArguments([])).toEqual({
      ok: true,
      value: {
        workspace: null,
        port: null,
        host: '127.0.0.1',
        region: 'local',
        allowHosts: [],
        editor: false,
        tables: null,
        log: 'info',
        farm: NO_FARM,
      },
    });
  });

  it('name the queue and the store of a farm', () => {
    const args = ['--queue', 'rediss://queue.example', '--store', 's3://films/farm', '--store-endpoint', 'https://s3'];
    const parsed = parseServeArguments([...args, '--store-region', 'eu', '--farm-prefix', 'night', '--farm-plain']);
    expect(parsed).toMatchObject({
      value: {
        farm: {
          ...{ queue: 'rediss://queue.example', store: 's3://films/farm', storeEndpoint: 'https://s3' },
          ...{ storeRegion: 'eu', farmPrefix: 'night', farmPlain: true },
        },
      },
    });
  });
});
