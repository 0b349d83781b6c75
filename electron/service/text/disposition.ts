/**
 * Returns `Content-Disposition: attachment` with the file name in ASCII for old clients. If the name has other
 * characters, adds it in the encoding of RFC 8187.
 */
export function attachment(name: string): string {
  return disposition('attachment', name);
}

/**
 * Returns `Content-Disposition: inline`, as {@link attachment} does, for content that the browser displays. The name
 * applies when a user saves the content.
 */
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
