import { useDeferredValue, useMemo } from 'react';
import type { FilmLibrary } from '#renderer/film/strips/film-library.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { HeardLayer, SoundingSource } from '#shared/film/sound/film-sounds.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';
import { type DuckedSpan, duckedSpans } from './ducked-spans.ts';
import { useTimelineContext } from './timeline-context.tsx';
import { useLibraryRevision } from './use-source-facts.ts';

const NONE: readonly DuckedSpan[] = [];

/** Where a sound of the movie gives way, as far as it is known how long the others sound. */
export function useDuckedSpans(sound: SoundLayer): readonly DuckedSpan[] {
  const { library } = useTimelineContext();
  // Facts of a thousand files come one by one as a film opens: it is enough to look again when there is time.
  const revision = useDeferredValue(useLibraryRevision());
  // What does not give way follows no edit of other parts of the film.
  const movie = useEditor((state) => (sound.duck === null ? null : state.movie));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library knows more with each revision
  return useMemo(
    () => (movie === null ? NONE : duckedSpans(movie, sound, (layer) => soundingOf(library, layer))),
    [movie, sound, library, revision],
  );
}

function soundingOf(library: FilmLibrary, { source }: HeardLayer): SoundingSource | null {
  const facts = library.facts(source);
  if (facts === null || facts === 'missing' || !facts.hasSound) return null;
  return { sound: facts.seconds, picture: facts.hasPicture ? facts.seconds : null };
}
