import { describe, expect, it } from 'vitest';
import { parseServeArguments } from './arguments.ts';

describe('the arguments of the service', () => {
  it.each([
    [['--port', 'x'], '--port x: give a number'],
    [['--port', '65536'], '--port 65536: give a number'],
    [['--region', '../x'], '--region ../x: give'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--workspace', ''], 'an option is empty'],
    [['--host', '0.0.0.0', '--editor'], 'the editor is served to this machine only'],
    [['--log', 'loud'], '--log loud: give info, warn, error'],
  ])('%j are refused in a sentence', (args, sentence) => {
    expect(parseServeArguments(args)).toEqual({ ok: false, error: expect.stringContaining(sentence) });
  });

  it('are those of this machine and of the usual port where nothing is said', () => {
    expect(parseServeArguments([])).toEqual({
      ok: true,
      value: {
        workspace: null,
        port: null,
        host: '127.0.0.1',
        region: 'local',
        allowHosts: [],
        editor: false,
        log: 'info',
      },
    });
  });
});
