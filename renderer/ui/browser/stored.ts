const prefix = 'scenewright/';

/** Returns a JSON value from the local storage of this machine; undefined if it is missing or unreadable. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // The browser denies access, or the value is invalid JSON.
    return undefined;
  }
}

/** Stores a JSON value on this machine. Failures are ignored, because the app works without these values. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The storage is full, or the browser denies access.
  }
}

/** Deletes a stored value. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // The browser can deny access.
  }
}
