const MOST = 63;

/**
 * A name for a design of that title: fit for addresses and folders, so of small letters, digits and hyphens. With a
 * number behind it where another design has it.
 */
export function designNameOf(title: string, taken: readonly string[]): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  // A title in another script leaves nothing that a name may have.
  const name = cut(letters, MOST) || 'design';
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${cut(name, MOST - String(number).length - 1)}-${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

function cut(name: string, most: number): string {
  return name.replace(/^-+/, '').slice(0, most).replace(/-+$/, '');
}
