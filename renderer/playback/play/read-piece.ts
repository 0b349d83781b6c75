import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { isPlainLevel, levelSides } from '#shared/timeline/levels.ts';
import type { SoundPiece, SoundSeconds } from '#shared/timeline/sounds.ts';
import { createSoundReader, type DecodedSound, type SoundReader } from '../decode/sound-reader.ts';
import type { SourceLibrary } from '../decode/source-library.ts';

/** Returns a function that returns the duration of an open source; null for a closed or silent source. */
export function secondsIn(library: SourceLibrary): SoundSeconds {
  return ({ source }) => {
    const status = library.get(source).status();
    if (status.kind !== 'ready') return null;
    const { media, facts } = status.source;
    return media.sound && { sound: media.sound.endSeconds, picture: facts.video?.endSeconds ?? null };
  };
}

/**
 * Returns the sound of a piece with its volume applied; null if its source is closed or silent. `readers` contains one
 * reader per layer, because the next piece usually continues the current one.
 */
export async function readPiece(
  readers: Map<string, SoundReader>,
  piece: SoundPiece,
  library: SourceLibrary,
): Promise<DecodedSound | null> {
  const status = library.get(piece.layer.source).status();
  if (status.kind !== 'ready' || status.source.media.sound === null) return null;
  const reader = readers.get(piece.layer.id) ?? createSoundReader(status.source.media.sound);
  readers.set(piece.layer.id, reader);
  try {
    const sourceDuration = (piece.length * piece.speed) / SAMPLE_RATE;
    const sound = await reader.read(piece.sourceSeconds, piece.sourceSeconds + sourceDuration);
    if (!isPlainLevel(piece.level))
      levelSides(sound.channels, piece.level, piece.at, SAMPLE_RATE / sound.sampleRate / piece.speed);
    return sound;
  } catch {
    // Sound that cannot be decoded is replaced with silence, so that the picture continues.
    readers.delete(piece.layer.id);
    reader.dispose();
    return null;
  }
}
