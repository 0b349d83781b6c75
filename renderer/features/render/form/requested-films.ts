const KEY = 'scenewright/wanted-films';

/**
 * Returns the ids of the renders whose films this tab will save as files. The ids are in the session storage, which
 * belongs to the tab and survives a reload.
 */
function readRequested(storage: Storage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    // Without the session storage, the user can still save the film from the list of renders.
    return [];
  }
}

export function addRequested(storage: Storage, render: string): void {
  write(storage, [...readRequested(storage), render]);
}

/** Removes the id of a render. Returns whether it was recorded. */
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
    // Without the session storage, the user must save films manually after a reload.
  }
}
