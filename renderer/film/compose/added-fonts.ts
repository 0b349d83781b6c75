import type { SetText } from '#shared/compose/plan/compose-sources.ts';
import type { FontChoice } from '#shared/drawings/fonts/choose-fonts.ts';
import { optionalFamiliesFor } from '#shared/drawings/fonts/optional-fonts.ts';
import { isOptionalFamily } from '#shared/template/tables/bundled-families.ts';
import type { AddedFont, MediaPort } from '../decode/media-port.ts';
import type { ComposeEngine } from './compose-engine.ts';

/** The fonts that were added to the program, each fetched when the first text asks for its family. */
export interface AddedFonts {
  /** Those that a text may be set in and whose bytes are there; the others are on their way. */
  readonly forText: (text: SetText) => readonly FontChoice[];
  /** Another number whenever another font is there. */
  readonly version: () => number;
  /** Whether one that a text asked for is on its way. */
  readonly isLoading: () => boolean;
  readonly dispose: () => void;
}

/** @param onChange Told when the bytes of one have come. */
export function createAddedFonts(
  port: Pick<MediaPort, 'addedFonts'>,
  engine: Pick<ComposeEngine, 'generation' | 'addSource'>,
  onChange: () => void,
): AddedFonts {
  const stopped = new AbortController();
  const { signal } = stopped;
  let list: readonly AddedFont[] | null = null;
  let isAsked = false;
  /** By generation and digest; a new worker has none. */
  const ready = new Map<string, boolean>();
  let version = 0;
  let loading = 0;
  const keyOf = (digest: string): string => `${engine.generation()} ${digest}`;

  /** What cannot be fetched stays away: the text is set in what is there. */
  const follow = async (work: Promise<void>): Promise<void> => {
    loading += 1;
    await work.catch(() => undefined);
    loading -= 1;
    version += 1;
    if (!signal.aborted) onChange();
  };
  const ask = async (): Promise<void> => {
    list = await port.addedFonts(signal);
  };
  const load = async ({ digest, url }: AddedFont, key: string): Promise<void> => {
    const answer = await fetch(url, { signal });
    if (!answer.ok) return;
    engine.addSource(digest, new Uint8Array(await answer.arrayBuffer()));
    ready.set(key, true);
  };
  const isReady = (font: AddedFont): boolean => {
    const key = keyOf(font.digest);
    if (!ready.has(key)) {
      ready.set(key, false);
      void follow(load(font, key));
    }
    return ready.get(key) === true;
  };
  return {
    forText: ({ content, style, spans = [] }) => {
      const named = [...style.families, ...spans.flatMap(({ families }) => families ?? [])].filter(isOptionalFamily);
      const families = new Set<string>([...named, ...optionalFamiliesFor(content)]);
      if (families.size === 0) return [];
      if (!isAsked) void follow(ask());
      isAsked = true;
      return (list ?? []).filter((font) => families.has(font.family) && isReady(font));
    },
    version: () => version,
    isLoading: () => loading > 0,
    dispose: () => stopped.abort(),
  };
}
