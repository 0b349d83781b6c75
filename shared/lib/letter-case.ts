/** Converts a text to upper case. In Turkish, `i` becomes `İ`. */
export function upperCase(text: string, isTurkish = false): string {
  return (isTurkish ? text.replaceAll('i', 'İ') : text).toUpperCase();
}

/** Converts a text to lower case. In Turkish, `I` becomes `ı`, and `İ` becomes `i`. */
export function lowerCase(text: string, isTurkish = false): string {
  if (!isTurkish) return text.toLowerCase();
  return text
    .replace(/İ|I\u0307/g, 'i')
    .replaceAll('I', 'ı')
    .toLowerCase();
}

/** Capitalizes the first letter of each word. Keeps the other letters. */
export function titleCase(text: string, isTurkish = false): string {
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    const [first = ''] = word;
    return upperCase(first, isTurkish) + word.slice(first.length);
  });
}

/** Encodes a text for URLs. Replaces a lone surrogate with U+FFFD, as browsers do, because it has no encoding. */
export function urlEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
