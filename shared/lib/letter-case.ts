/** Converts a text to upper case. In Turkish, `i` and `İ` are a pair. The other languages have the same rules. */
export function upperCase(text: string, language = ''): string {
  return (isTurkish(language) ? text.replaceAll('i', 'İ') : text).toUpperCase();
}

/** Converts a text to lower case. In Turkish, `I` and `ı` are a pair. The other languages have the same rules. */
export function lowerCase(text: string, language = ''): string {
  // A decomposed `İ` is `I` with U+0307.
  return (isTurkish(language) ? text.replace(/I\u0307|İ/g, 'i').replaceAll('I', 'ı') : text).toLowerCase();
}

/** Capitalizes the first letter of each word. The other letters stay as they are. */
export function titleCase(text: string, language = ''): string {
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    const [first = ''] = word;
    return upperCase(first, language) + word.slice(first.length);
  });
}

/** Encodes a text for URLs. A lone surrogate has no encoding. It is replaced by U+FFFD, as in browsers. */
export function urlEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function isTurkish(language: string): boolean {
  return /^tr\b/i.test(language);
}
