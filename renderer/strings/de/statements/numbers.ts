const plain = new Intl.NumberFormat('de', { maximumFractionDigits: 6, useGrouping: false });
const formats = new Map<number, Intl.NumberFormat>();

/**
 * Eine Zahl, wie ein Satz sie nennt: mit Komma, ohne Gruppen. Was in XML so steht, wie es geschrieben wird, steht in
 * den Sätzen in Backticks und mit Punkt.
 */
export function number(value: number): string {
  return plain.format(value);
}

/** Eine Zahl mit genau so vielen Stellen hinter dem Komma. */
export function fixed(value: number, figures: number): string {
  const known = formats.get(figures);
  if (known !== undefined) return known.format(value);
  const made = new Intl.NumberFormat('de', {
    minimumFractionDigits: figures,
    maximumFractionDigits: figures,
    useGrouping: false,
  });
  formats.set(figures, made);
  return made.format(value);
}

/** Eine Dauer in Sekunden, auf Hundertstel. */
export function inSeconds(value: number): string {
  return `${number(Math.round(value * 100) / 100)} s`;
}
