const prefix = 'scenewright/';

/** Returns a value that is stored on this machine as JSON; undefined if there is none or it is unreadable. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Storage may be refused or contain the value of another version.
    return undefined;
  }
}

/** Stores a value on this machine. Nothing essential is stored, so failures are ignored. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The storage is full or refused.
  }
}

/** Deletes a value. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // The storage is refused.
  }
}
