import type { Journal, JournalSession, RecoveryRecord } from '../saving/recovery.ts';

/** Creates a journal in memory that tests can read. */
export function memoryJournal() {
  const live = new Set<string>();
  const records = new Map<string, RecoveryRecord>();
  let fault: Error | null = null;
  const journal: Journal = {
    write: async (record) => {
      if (fault !== null) throw fault;
      records.set(record.key, record);
    },
    remove: async (key) => {
      records.delete(key);
    },
    list: async (project, template) =>
      [...records.values()]
        .filter((each) => each.project === project && each.template === template && !live.has(each.key))
        .sort((left, right) => right.at - left.at),
  };
  return {
    ...journal,
    begin: (name: string): JournalSession => {
      live.add(name);
      return {
        name,
        end: async () => {
          live.delete(name);
        },
      };
    },
    /** Ends a session like a window that closes. */
    kill: (name: string) => live.delete(name),
    texts: () => [...records.values()].map(({ text }) => text),
    fail: (reason: string | null) => {
      fault = reason === null ? null : new Error(reason);
    },
  };
}
