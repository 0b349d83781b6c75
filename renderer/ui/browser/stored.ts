const prefix = 'scenewright/';

/** Returns a value that is stored on this machine as JSON; undefined if there is none or it is unreadable. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // The browser can refuse access, and another version can have stored another value.
    return undefined;
  }
}

/** Stores a value on this machine. Failures are ignored, because the app works without these values. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The storage can be full or refused.
  }
}

/** Deletes a stored value. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // The browser can refuse access to the storage.
  }
}
