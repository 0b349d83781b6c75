import type { AnimatedImage, CanvasKit, Image } from 'canvaskit-wasm';
import type { Digest } from '../drawing/drawing.ts';

/** Images that move, each opened once and gone through forwards, because a frame is made of those before it. */
export interface MovingImages {
  /** Pixels of a frame, of those images that were held against the limits. */
  readonly checked: Map<Digest, number>;
  /**
   * Goes towards a frame, by so many pixels' work at most. Null where it cannot be decoded so far.
   * @returns Whether it is there.
   */
  approach(image: MovingImage, frame: number, pixels: number): boolean | null;
  /** A frame, which the caller deletes; null where it cannot be decoded. */
  frameOf(image: MovingImage, frame: number): Image | null;
  delete(): void;
}

/** An image that moves, with what it takes. */
export interface MovingImage {
  readonly digest: Digest;
  readonly bytes: Uint8Array;
  /** Of a frame. */
  readonly pixels: number;
}

interface Player {
  readonly digest: Digest;
  readonly decoded: AnimatedImage;
  /** Of CanvasKit's memory, about. */
  readonly memory: number;
  frame: number;
}

/** Pictures that a player keeps: the one that is seen, one to come back to, and one that is decoded. */
const KEPT_PICTURES = 3;
/** Of all players together; one alone may take more. */
const MOST_BYTES = 256 * 2 ** 20;
const MOST_PLAYERS = 8;

/**
 * Films that are made side by side ask for frames of one image at different places, so there may be several players
 * of it: the one goes on that is nearest before the frame.
 */
export function createMovingImages(kit: CanvasKit): MovingImages {
  /** The one that was used last is the last. */
  let players: Player[] = [];

  const makeRoom = (wanted: number): void => {
    const isFull = () => {
      const memory = players.reduce((sum, player) => sum + player.memory, wanted);
      return players.length > 0 && (memory > MOST_BYTES || players.length >= MOST_PLAYERS);
    };
    while (isFull()) players.shift()?.decoded.delete();
  };
  const playerBefore = ({ digest, bytes, pixels }: MovingImage, frame: number): Player | null => {
    const before = players.filter((player) => player.digest === digest && player.frame <= frame);
    const nearest = before.toSorted((left, right) => right.frame - left.frame)[0];
    if (nearest !== undefined) {
      players = [...players.filter((player) => player !== nearest), nearest];
      return nearest;
    }
    const memory = bytes.length + KEPT_PICTURES * 4 * pixels;
    makeRoom(memory);
    const decoded = kit.MakeAnimatedImageFromEncoded(bytes);
    if (decoded === null) return null;
    const opened = { digest, decoded, memory, frame: 0 };
    players.push(opened);
    return opened;
  };
  const approached = (image: MovingImage, frame: number, pixels: number): Player | null => {
    const player = playerBefore(image, frame);
    for (let left = pixels; player !== null && player.frame < frame && left > 0; left -= image.pixels) {
      const isDecoded = player.decoded.decodeNextFrame() >= 0;
      player.frame += 1;
      // It answers the same of a frame that is damaged and of the last one, if its file does not repeat it.
      if (!isDecoded && player.frame < player.decoded.getFrameCount() - 1) return null;
    }
    return player;
  };
  return {
    checked: new Map(),
    approach: (image, frame, pixels) => {
      const player = approached(image, frame, pixels);
      return player && player.frame === frame;
    },
    frameOf: (image, frame) =>
      approached(image, frame, Number.POSITIVE_INFINITY)?.decoded.makeImageAtCurrentFrame() ?? null,
    delete: () => {
      for (const { decoded } of players) decoded.delete();
      players = [];
    },
  };
}
