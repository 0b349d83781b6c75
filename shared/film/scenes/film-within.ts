import type { Movie } from '../../template/movie/movie.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';
import type { Film, FilmScene, PlacedSound, Stretch, StretchSide } from './film.ts';

/** The film that is those frames of another, which is whole: every frame shows what it showed there. */
export function filmWithin(film: Film, { from, to }: NonNullable<Movie['span']>): Film {
  const end = Math.min(to, film.length);
  const length = frames(Math.max(0, end - from));
  const moved = (frame: number) => frames(Math.min(length, Math.max(0, frame - from)));
  return {
    movie: film.movie,
    scenes: film.scenes.map(
      (played): FilmScene => ({
        ...played,
        start: moved(played.start),
        end: moved(played.end),
        origin: played.origin - from,
      }),
    ),
    stretches: film.stretches
      .filter((stretch) => stretch.start < end && stretch.end > from)
      .map((stretch) => cutStretch(stretch, from, end, moved)),
    transitions: film.transitions.map((placed) => ({ ...placed, start: placed.start - from })),
    sounds: film.sounds.flatMap((sound) => cutSound(sound, from, end)),
    length,
    whole: { origin: film.whole.origin - from, length: film.whole.length },
  };
}

function cutStretch(stretch: Stretch, from: number, end: number, moved: (frame: number) => Frames): Stretch {
  const skipped = Math.max(0, from - stretch.start);
  const cut = { start: moved(stretch.start), end: moved(stretch.end), from: frames(stretch.from + skipped) };
  if (stretch.kind === 'transition')
    return {
      ...stretch,
      ...cut,
      outgoing: cutSide(stretch.outgoing, skipped),
      incoming: cutSide(stretch.incoming, skipped),
    };
  return { ...stretch, ...cut, sounds: stretch.sounds.flatMap((sound) => cutSound(sound, from, end)) };
}

function cutSide(side: StretchSide | null, skipped: number): StretchSide | null {
  return side === null ? null : { ...side, from: frames(side.from + skipped) };
}

/** What of a sound lies between two frames of the film, counted from the first of them. */
function cutSound(sound: PlacedSound, from: number, end: number): readonly PlacedSound[] {
  const start = Math.max(sound.start, from);
  const until = Math.min(sound.end, end);
  if (until <= start) return [];
  const inPoint = frames(sound.inPoint + start - sound.start);
  return [{ ...sound, start: frames(start - from), end: frames(until - from), inPoint }];
}
