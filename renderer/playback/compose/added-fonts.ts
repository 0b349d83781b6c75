import { lettersOf, type SetText } from '#shared/compositor/scene/compose-sources.ts';
import type { FontChoice } from '#shared/drawings/fonts/choose-fonts.ts';
import { optionalFamiliesFor } from '#shared/drawings/fonts/optional-fonts.ts';
import { isOptionalFamily } from '#shared/template/tables/bundled-families.ts';
import type { AddedFont, MediaPort } from '../decode/media-port.ts';
import type { ComposeEngine } from './compose-engine.ts';

/** The fonts that were added to the program. A font is fetched when the first text uses its family. */
export interface AddedFonts {
  /** Returns the loaded fonts that a text can use, and starts loading the others. */
  readonly forText: (text: SetText) => readonly FontChoice[];
  /** Returns a counter that changes when a font was loaded. */
  readonly version: () => number;
  /** Returns whether any font that the text can use is still loading. */
  readonly isLoading: () => boolean;
  readonly dispose: () => void;
}

/** @param onChange Called when a font was loaded or could not be loaded. */
export function createAddedFonts(
  port: Pick<MediaPort, 'addedFonts' | 'onReachable'>,
  engine: Pick<ComposeEngine, 'generation' | 'addSource'>,
  onChange: () => void,
): AddedFonts {
  const stopped = new AbortController();
  const { signal } = stopped;
  let list: readonly AddedFont[] | null = null;
  let hasRequested = false;
  /** Whether each font has loaded, by worker generation and digest. A new worker has no fonts. */
  const ready = new Map<string, boolean>();
  let version = 0;
  let loading = 0;
  const keyOf = (digest: string): string => `${engine.generation()} ${digest}`;

  /** Tracks a running download. If a font cannot be fetched, the text uses the other fonts. */
  const follow = async (work: Promise<void>): Promise<void> => {
    loading += 1;
    await work.catch(() => undefined);
    loading -= 1;
    version += 1;
    if (!signal.aborted) onChange();
  };
  const requestFonts = async (): Promise<void> => {
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
  const stopRetrying = port.onReachable(() => {
    if (loading > 0) return;
    hasRequested = list !== null;
    for (const [key, isLoaded] of ready) if (!isLoaded) ready.delete(key);
    onChange();
  });
  return {
    forText: (text) => {
      const { style, spans = [] } = text;
      const optionalFamilies = [...style.families, ...spans.flatMap(({ families }) => families ?? [])].filter(
        isOptionalFamily,
      );
      const families = new Set<string>([...optionalFamilies, ...optionalFamiliesFor(lettersOf(text))]);
      if (families.size === 0) return [];
      if (!hasRequested) void follow(requestFonts());
      hasRequested = true;
      return (list ?? []).filter((font) => families.has(font.family) && isReady(font));
    },
    version: () => version,
    isLoading: () => loading > 0,
    dispose: () => {
      stopRetrying();
      stopped.abort();
    },
  };
}
