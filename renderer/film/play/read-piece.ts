import type { SoundSeconds } from '#shared/film/sound/film-sounds.ts';
import type { HeardSound } from '#shared/film/sound/heard.ts';
import { isPlainLevel, levelSides } from '#shared/film/sound/level.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { createSoundReader, type DecodedSound, type SoundReader } from '../decode/sound-reader.ts';
import type { SourceLibrary } from '../decode/source-library.ts';

/** How long the sources are heard that are open by now. */
export function secondsIn(library: SourceLibrary): SoundSeconds {
  return ({ source }) => {
    const status = library.get(source).status();
    if (status.kind !== 'ready') return null;
    const { media, facts } = status.source;
    return media.sound && { sound: media.sound.endSeconds, picture: facts.video?.endSeconds ?? null };
  };
}

/**
 * What is heard of a layer in a piece of the film, as loud as there; null where its source is not open or has no sound. A
 * reader for each layer is kept in `readers`: the next piece mostly begins where this one ends.
 */
export async function readPiece(
  readers: Map<string, SoundReader>,
  piece: HeardSound,
  library: SourceLibrary,
): Promise<DecodedSound | null> {
  const status = library.get(piece.layer.source).status();
  if (status.kind !== 'ready' || status.source.media.sound === null) return null;
  const known = readers.get(piece.layer.id) ?? createSoundReader(status.source.media.sound);
  readers.set(piece.layer.id, known);
  try {
    const lasting = (piece.length * piece.speed) / SAMPLE_RATE;
    const sound = await known.read(piece.sourceSeconds, piece.sourceSeconds + lasting);
    if (!isPlainLevel(piece.level))
      levelSides(sound.channels, piece.level, piece.at, SAMPLE_RATE / sound.sampleRate / piece.speed);
    return sound;
  } catch {
    // Sound that cannot be decoded is silence; the picture goes on.
    readers.delete(piece.layer.id);
    known.dispose();
    return null;
  }
}
