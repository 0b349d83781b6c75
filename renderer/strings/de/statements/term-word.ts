import type { Term } from '#shared/messages/templates/step-messages.ts';
import type { SpecWords } from '../../shapes/registry-strings.ts';
import { registryStrings } from '../registry/registry.ts';

const words: Readonly<Record<string, SpecWords>> = registryStrings;

/** Wie ein Element, ein Effekt oder ein Attribut heißt; was hier unbekannt ist, wie es geschrieben wird. */
export function termWord({ key, label }: Term): string {
  return words[key]?.label ?? label;
}
