/**
 * `Content-Disposition: attachment` with the name for old readers and, where that is not all of it, as RFC 8187 has it.
 */
export function attachment(name: string): string {
  return disposition('attachment', name);
}

/** As {@link attachment}, for what is shown where it is asked for and has this name when it is saved. */
export function inline(name: string): string {
  return disposition('inline', name);
}

function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${extended}`}`;
}
