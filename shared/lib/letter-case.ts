/** Returns a text in capital letters. In Turkish `i` becomes `İ`. */
export function upperCase(text: string, isTurkish = false): string {
  return (isTurkish ? text.replaceAll('i', 'İ') : text).toUpperCase();
}

/** Returns a text in small letters. In Turkish `I` becomes `ı`, and `İ` becomes `i`. */
export function lowerCase(text: string, isTurkish = false): string {
  if (!isTurkish) return text.toLowerCase();
  return text
    .replace(/İ|I\u0307/g, 'i')
    .replaceAll('I', 'ı')
    .toLowerCase();
}

/** Capitalizes the first letter of each word. The other letters stay. */
export function titleCase(text: string, isTurkish = false): string {
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    const [first = ''] = word;
    return upperCase(first, isTurkish) + word.slice(first.length);
  });
}

/** Encodes a text for URLs. A lone surrogate has no encoding. It is replaced by U+FFFD, as in browsers. */
export function urlEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
