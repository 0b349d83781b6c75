/** What an element or one around it says. */
export function attributeOf(target: Element | null, name: string): string | null {
  return target?.closest(`[${name}]`)?.getAttribute(name) ?? null;
}
