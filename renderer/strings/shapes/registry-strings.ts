import type { effectRegistry } from '#shared/template/effects/effects.ts';
import type { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';

/** What an element, an effect or an attribute is called, and what it is for. */
export interface SpecWords {
  readonly label: string;
  readonly description: string;
  /** Of the values to choose from, where they are not called as they are written. */
  readonly options?: Readonly<Record<string, string>>;
}

export type Registry = Readonly<Record<string, { readonly attributes: AttributeSpecs }>>;

type KeysIn<Entries extends Registry> = {
  readonly [Name in keyof Entries & string]: Name | `${Name}/${keyof Entries[Name]['attributes'] & string}`;
}[keyof Entries & string];

/** `vignette`, `vignette/aperture`, `scene`, `scene/duration`: all that the registries describe. */
export type RegistryKey = KeysIn<typeof effectRegistry> | KeysIn<typeof elementRegistry>;

export type RegistryWords = Readonly<Record<RegistryKey, SpecWords>>;
