const prefix = 'scenewright/';

/** Returns a JSON value from the local storage of this machine; undefined if there is none or it is unreadable. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // The browser can deny access, or the value can be invalid JSON.
    return undefined;
  }
}

/** Stores a JSON value on this machine. Failures are ignored, because the app works without these values. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // The storage can be full, or the browser can deny access.
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
