const KEY = 'scenewright/wanted-films';

/**
 * Films that this tab asked for as files: they are handed over when they are done, also after the page was loaded anew,
 * and by no other tab. Kept by the tab, since that is whose download it is.
 */
function readRequested(storage: Storage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    // Unreadable storage is ignored: the film is in the list all the same.
    return [];
  }
}

export function addRequested(storage: Storage, render: string): void {
  write(storage, [...readRequested(storage), render]);
}

/** Takes a film off; whether it was wanted. */
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
    // A refused storage costs the download after a reload, and no more.
  }
}
