const MAX_LENGTH = 63;

/**
 * Returns an unused name for a design with this title. It consists of lowercase letters, digits, and hyphens, so that
 * it is valid in URLs and folders. A number is appended to a taken name.
 */
export function designNameOf(title: string, takenNames: readonly string[]): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  // A title in a non-Latin script has no valid characters.
  const name = cutName(letters, MAX_LENGTH) || 'design';
  if (!takenNames.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${cutName(name, MAX_LENGTH - String(number).length - 1)}-${number}`;
    if (!takenNames.includes(numbered)) return numbered;
  }
}

function cutName(name: string, most: number): string {
  return name.replace(/^-+/, '').slice(0, most).replace(/-+$/, '');
}
