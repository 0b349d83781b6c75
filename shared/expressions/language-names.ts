/** The languages and scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  ...['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'],
  ...['arab', 'hebr', 'syrc', 'thaa', 'nkoo', 'adlm', 'rohg'],
]);

/** Returns the direction of a language by its tag: `rtl` or `ltr`. A script in the tag takes precedence. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const [language = '', ...subtags] = tag.toLowerCase().split('-');
  const script = subtags.find((each) => each.length === 4 && /^[a-z]+$/.test(each));
  return RIGHT_TO_LEFT.has(script ?? language) ? 'rtl' : 'ltr';
}
