const MAX_LENGTH = 63;

/**
 * Returns a name for a design with that title, valid in addresses and folders: lowercase letters, digits, and hyphens.
 * If the name is taken, a number follows.
 */
export function designNameOf(title: string, taken: readonly string[]): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  // A title in another script contains no valid characters.
  const name = cut(letters, MAX_LENGTH) || 'design';
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${cut(name, MAX_LENGTH - String(number).length - 1)}-${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

function cut(name: string, most: number): string {
  return name.replace(/^-+/, '').slice(0, most).replace(/-+$/, '');
}
