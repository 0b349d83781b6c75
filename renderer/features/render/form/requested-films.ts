const KEY = 'scenewright/wanted-films';

/**
 * Returns the ids of the renders whose films this tab will save as files. They are in the session storage, because that
 * survives a reload and belongs to the tab that requested the download.
 */
function readRequested(storage: Storage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    // If the storage cannot be read, the film stays in the list of renders, and the user can save it there.
    return [];
  }
}

export function addRequested(storage: Storage, render: string): void {
  write(storage, [...readRequested(storage), render]);
}

/** Removes a film from the ids. Returns whether the ids contained it. */
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
    // If the storage cannot be written, only the download after a reload is lost.
  }
}
