const prefix = 'scenewright/';

/** What this machine remembers under a name, as JSON; undefined if nothing, or if it can't be read. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Storage may be refused or hold what another version wrote: then nothing is remembered.
    return undefined;
  }
}

/** Remembers a value on this machine. What it holds is comfort: where storage is refused, it is forgotten. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or refused storage takes nothing away from the work.
  }
}

/** Forgets a value. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // As above.
  }
}
