import type { z } from 'zod';
import type { agentCall } from '#shared/contract/shapes/agent-shapes.ts';
import type { Clock, Database, DatabaseRow, EventLog } from '../storage/ports.ts';
import { integer, integerOrNull, text, textOrNull } from '../storage/rows.ts';

type AgentCall = z.output<typeof agentCall>;

/** An ended call of an assistant. */
export interface EndedCall extends Omit<AgentCall, 'id' | 'at'> {}

/** The record of the calls of assistants, and of the renders and batches that they started. */
export interface AgentCalls {
  record(call: EndedCall): void;
  /** Returns a page of calls before the cursor, the newest first. */
  list(limit: number, cursor: number | null): { readonly calls: readonly AgentCall[]; readonly cursor: number | null };
  /** Returns the time of the last call with each key. */
  lastUsed(): ReadonlyMap<string, number>;
  /**
   * Records that a key started a render or a batch. `path` is the file to which the film is copied; null if it is not
   * copied.
   */
  started(job: string, key: string, path: string | null): void;
  /** Returns the key that started a render or a batch; null if no key did. */
  starterOf(job: string): string | null;
  /** Returns the newest jobs that were started with a key. */
  jobsOf(key: string, limit: number): readonly string[];
}

/** The maximum number of stored calls, and their maximum age in milliseconds. */
const MAX_CALLS = 10_000;
const MAX_AGE = 90 * 24 * 3600 * 1000;
/** The number of calls after which old calls are removed. */
const SWEEP_EVERY = 100;

export function createAgentCalls({
  database,
  events,
  clock,
}: {
  readonly database: Database;
  readonly events: EventLog;
  readonly clock: Clock;
}): AgentCalls {
  let sinceSweep = 0;
  const sweep = (now: number): void => {
    sinceSweep = 0;
    database.run(
      'DELETE FROM agent_call WHERE at < ? OR id <= (SELECT max(id) FROM agent_call) - ?',
      now - MAX_AGE,
      MAX_CALLS,
    );
    database.run('DELETE FROM agent_job WHERE created_at < ?', now - MAX_AGE);
  };
  return {
    record: (call) => {
      const now = clock();
      const { key, author, tool, project, template, label, milliseconds, outcome, before, revision } = call;
      database.transaction(() => {
        const row = database.get(
          `INSERT INTO agent_call (at, agent_key, author, tool, project, template, label, milliseconds, outcome, before, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
          ...[now, key, author, tool, project, template, label, milliseconds, outcome, before, revision],
        );
        const id = row === undefined ? 0 : integer(row, 'id');
        events.announce({ type: 'agents.call', project: null, data: { ...call, id, at: new Date(now).toISOString() } });
        sinceSweep += 1;
        if (sinceSweep >= SWEEP_EVERY) sweep(now);
      });
    },
    list: (limit, cursor) => {
      const rows = database.all(
        'SELECT * FROM agent_call WHERE id < ? ORDER BY id DESC LIMIT ?',
        cursor ?? Number.MAX_SAFE_INTEGER,
        limit + 1,
      );
      const calls = rows.slice(0, limit).map(callOf);
      return { calls, cursor: rows.length > limit ? (calls.at(-1)?.id ?? null) : null };
    },
    lastUsed: () => {
      const rows = database.all('SELECT agent_key, max(at) AS at FROM agent_call GROUP BY agent_key');
      return new Map(rows.map((row) => [text(row, 'agent_key'), integer(row, 'at')]));
    },
    started: (job, key, path) =>
      database.transaction(() => {
        database.run(
          'INSERT OR REPLACE INTO agent_job (job, agent_key, path, created_at) VALUES (?, ?, ?, ?)',
          ...[job, key, path, clock()],
        );
      }),
    starterOf: (job) => {
      const row = database.get('SELECT agent_key FROM agent_job WHERE job = ?', job);
      return row === undefined ? null : text(row, 'agent_key');
    },
    jobsOf: (key, limit) =>
      database
        .all('SELECT job FROM agent_job WHERE agent_key = ? ORDER BY created_at DESC LIMIT ?', key, limit)
        .map((row) => text(row, 'job')),
  };
}

function callOf(row: DatabaseRow): AgentCall {
  return {
    id: integer(row, 'id'),
    at: new Date(integer(row, 'at')).toISOString(),
    key: text(row, 'agent_key'),
    author: text(row, 'author'),
    tool: text(row, 'tool'),
    project: textOrNull(row, 'project'),
    template: textOrNull(row, 'template'),
    label: textOrNull(row, 'label'),
    milliseconds: integer(row, 'milliseconds'),
    outcome: text(row, 'outcome'),
    before: integerOrNull(row, 'before'),
    revision: integerOrNull(row, 'revision'),
  };
}
