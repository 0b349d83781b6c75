import { type Statement, statement } from '#shared/statements/statement.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import { ANSWER_MILLISECONDS } from './connect.ts';

const MOST_CHARACTERS = 200;

/**
 * What went wrong with the queue, without a secret: of an error of the system, of ioredis, or of what Redis answered
 * (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors).
 */
export function whyQueueFails(error: unknown, { password }: Pick<QueueConfig, 'password'>): Statement {
  const said = error instanceof Error ? wordsOf(error) : '';
  const code = codeOf(error);
  if (said === '' || /^Command timed out|^Socket timeout|max retries per request/.test(said) || code === 'ETIMEDOUT')
    return statement('farm/no-answer', { seconds: ANSWER_MILLISECONDS / 1000 });
  if (code === 'ECONNREFUSED') return statement('farm/refused-connection');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return statement('farm/unknown-host');
  if (code === 'ECONNRESET' || code === 'EPIPE' || /^Connection is closed/.test(said))
    return statement('farm/broke-off');
  if (/^(WRONGPASS|NOAUTH|ERR invalid password|ERR Client sent AUTH)/.test(said))
    return statement('farm/wrong-password');
  if (/^OOM /.test(said)) return statement('farm/queue-full');
  if (/^READONLY /.test(said)) return statement('farm/queue-read-only');
  const hidden = password === null || password === '' ? said : said.replaceAll(password, '…');
  return statement('farm/not-reached', { reason: hidden.replaceAll(/\s+/g, ' ').slice(0, MOST_CHARACTERS) });
}

function wordsOf(error: Error): string {
  // Several addresses of one name that all failed: each says why, the whole says nothing.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => (each instanceof Error ? each.message : '')).join(', ');
  return error.message;
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (typeof code === 'string') return code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : null;
}
