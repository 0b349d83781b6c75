const KEY = 'scenewright/wanted-films';

/**
 * Reads the ids of the renders whose films this tab saves as files when they are done. The session storage keeps them
 * across a reload and limits them to the tab that started the download.
 */
function readRequested(storage: Storage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    // Ignore unreadable storage: the film stays in the list.
    return [];
  }
}

export function addRequested(storage: Storage, render: string): void {
  write(storage, [...readRequested(storage), render]);
}

/** Removes a film from the list. Returns whether it was in the list. */
export function takeRequested(storage: Storage, render: string): boolean {
  const requested = readRequested(storage);
  if (!requested.includes(render)) return false;
  write(
    storage,
    requested.filter((each) => each !== render),
  );
  return true;
}

function write(storage: Storage, requested: readonly string[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(requested));
  } catch {
    // If the storage refuses, only the download after a reload is lost.
  }
}
