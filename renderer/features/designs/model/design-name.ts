const MAX_LENGTH = 63;

/**
 * Returns a name for a design with this title. It consists of lowercase letters, digits, and hyphens, so it is valid in
 * addresses and folders. If the name is taken, a number is added.
 */
export function designNameOf(title: string, taken: readonly string[]): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  // A title in another script has no valid characters.
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
