import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Lookahead } from '../frame-producer.ts';
import type { Screen } from '../frames/screen.ts';
import type { PlayClock } from './play-clock.ts';
import { type FrameRange, type PlaySpan, positionAt, shuttled } from './play-span.ts';
import type { PlaybackPort } from './playback-port.ts';
import { type PlayheadMoves, playheadMoves } from './playhead-moves.ts';
import type { SoundOutput } from './sound-output.ts';
import type { SoundPlayer } from './sound-player.ts';

/** Plays a movie. The playhead follows the audio clock, and the picture follows the playhead. */
export interface Player extends PlayheadMoves {
  readonly playing: () => boolean;
  readonly play: () => void;
  readonly pause: () => void;
  readonly toggle: () => void;
  /** Moves to a frame and continues playback from there. */
  readonly seek: (frame: number) => void;
  /** Handles the keys J (−1), K (0), and L (1). */
  readonly shuttle: (direction: -1 | 0 | 1) => void;
  /** Draws the current frame again after the movie or the canvas has changed. */
  readonly refresh: () => void;
  readonly dispose: () => void;
}

/** The lookahead of decoding in seconds. */
const AHEAD_SECONDS = 0.7;
const SOUND_AHEAD_SECONDS = 1;

/** One playback with its clock. */
interface Run {
  readonly movie: Movie;
  readonly span: PlaySpan;
  readonly clock: PlayClock;
  readonly sound: SoundPlayer | null;
  /** The start of the playback in the time of the clock. */
  readonly startedAt: number;
}

export function createPlayer(port: PlaybackPort, screen: Screen, output: SoundOutput): Player {
  let speed = 0;
  let run: Run | null = null;
  let tick = 0;
  /** The frame of the playhead that this player last set or observed. */
  let lastFrame = -1;
  let lastDisplayed: number | null = null;
  let lastPreviewed: number | null = null;
  let lastMovie: Movie | null = null;
  let lastLoop = '';
  let wasChanging = false;
  let disposed = false;

  const lookaheadOf = ({ frameRate }: Movie, frame: number): Lookahead => {
    const perSecond = frameRate.numerator / frameRate.denominator;
    if (speed !== 0) return { ahead: Math.ceil(perSecond * Math.abs(speed) * AHEAD_SECONDS), backwards: speed < 0 };
    return scrubLookahead(lastDisplayed, frame, perSecond, port.read().isChanging);
  };

  const showFrame = (frame: number) => {
    const { movie } = port.read();
    if (movie === null) return;
    screen.show(movie, frame, lookaheadOf(movie, frame));
    lastDisplayed = frame;
  };

  /** While paused, shows the frame that a gesture previews, or else the frame at the playhead. */
  const showCurrentFrame = () => {
    const { playhead, previewedFrame } = port.read();
    showFrame(speed === 0 ? (previewedFrame ?? playhead) : playhead);
  };

  const moveTo = (frame: number) => {
    lastFrame = frame;
    port.seek(frame);
    showFrame(frame);
  };

  /** Plays the sound of a frame while paused, if scrub sound is on. */
  const playScrubSound = (frame: number) => {
    const { movie, scrubSound } = port.read();
    if (movie !== null && scrubSound && speed === 0) output.scrub(movie, frame);
  };

  const stop = () => {
    cancelAnimationFrame(tick);
    run?.sound?.stop();
    run = null;
  };

  const setSpeed = (next: number) => {
    speed = next;
    port.report({ playing: next !== 0, rate: next === 0 ? 1 : next });
  };

  const start = async (next: number) => {
    setSpeed(next);
    stop();
    const { clock, sound } = await output.begin();
    // Playback can have been stopped or restarted while the device was starting.
    if (disposed || speed !== next || run !== null) return;
    const { movie, playhead, loop, loopRange } = port.read();
    if (movie === null) return;
    const span = spanOf(movie, { playhead, speed: next, loop, loopRange });
    if (span === null) {
      setSpeed(0);
      return;
    }
    moveTo(span.start);
    const startedAt = clock.soon();
    sound?.start(movie, span, startedAt);
    run = { movie, span, clock, sound, startedAt };
    void sound?.prepare(0, SOUND_AHEAD_SECONDS);
    tick = requestAnimationFrame(onTick);
  };

  const onTick = () => {
    if (run === null) return;
    const { span, clock, sound, startedAt } = run;
    if (!clock.runs()) {
      // Restart with another clock. The page clock stops when a slow audio device has started. The audio clock stops
      // when its device disappears, such as an unplugged headset.
      play(speed);
      return;
    }
    const elapsed = clock.now() - startedAt;
    const { frame, ended } = positionAt(span, elapsed);
    if (frame !== lastFrame) moveTo(frame);
    if (ended) {
      pause();
      return;
    }
    void sound?.prepare(elapsed, elapsed + SOUND_AHEAD_SECONDS);
    tick = requestAnimationFrame(onTick);
  };

  const pause = () => {
    stop();
    if (speed !== 0) setSpeed(0);
    showCurrentFrame();
  };
  const play = (next = 1) => {
    start(next).catch(() => pause());
  };
  const seek = (frame: number) => {
    const to = clampFrame(timelineOf(port.read().movie), frame);
    if (speed === 0) moveTo(to);
    else {
      moveTo(to);
      play(speed);
    }
  };

  /** Follows changes of the playhead, the movie, the loop, or the volume that were made outside the player. */
  const follow = () => {
    const { movie, playhead, previewedFrame, volume, muted, loop, loopRange, scrubbing, isChanging, gain } =
      port.read();
    output.setVolume(muted ? 0 : volume);
    output.setGain(gain ?? null);
    const looping = JSON.stringify([loop, loopRange]);
    const isSame =
      movie === lastMovie && playhead === lastFrame && previewedFrame === lastPreviewed && looping === lastLoop;
    if (isSame && isChanging === wasChanging) return;
    const isContinued = movie === lastMovie && playhead === lastFrame && looping === lastLoop;
    if (scrubbing && playhead !== lastFrame) playScrubSound(playhead);
    lastFrame = playhead;
    lastPreviewed = previewedFrame;
    lastMovie = movie;
    lastLoop = looping;
    wasChanging = isChanging;
    showCurrentFrame();
    // After an edit during playback, restart with the new movie.
    if (run !== null && !isContinued) play(speed);
  };
  const unsubscribe = port.subscribe(follow);
  follow();

  return {
    playing: () => speed !== 0,
    play: () => play(),
    pause,
    toggle: () => (speed === 0 ? play() : pause()),
    seek,
    ...playheadMoves(port.read, seek),
    step: (frames) => {
      if (speed !== 0) pause();
      playheadMoves(port.read, moveTo).step(frames);
      playScrubSound(port.read().playhead);
    },
    shuttle: (direction) => (direction === 0 ? pause() : play(shuttled(speed, direction))),
    refresh: showCurrentFrame,
    dispose() {
      disposed = true;
      stop();
      unsubscribe();
      if (speed !== 0) setSpeed(0);
    },
  };
}

/**
 * Returns the playback that starts at the playhead; null for an empty movie. If the playhead is at the end, playback
 * starts at the beginning.
 */
function spanOf(
  movie: Movie,
  state: {
    readonly playhead: number;
    readonly speed: number;
    readonly loop: boolean;
    readonly loopRange: FrameRange | null;
  },
): PlaySpan | null {
  const { playhead, speed, loop, loopRange } = state;
  const wholeMovie = { from: 0, to: timelineOf(movie).total };
  if (wholeMovie.to === 0) return null;
  const range = loop && loopRange !== null && loopRange.to > loopRange.from ? loopRange : wholeMovie;
  const isInRange = playhead >= range.from && playhead < range.to;
  const atEnd = !loop && (speed > 0 ? playhead === range.to - 1 : playhead === range.from);
  const start = isInRange && !atEnd ? playhead : speed > 0 ? range.from : range.to - 1;
  return { start, speed, rate: movie.frameRate, range, loops: loop };
}

/** The number of frames to decode ahead at rest, so that a step immediately shows its frame. */
const PAUSED_AHEAD = 2;

/**
 * Returns the lookahead after the playhead moved while paused. After a small step, it is twice the step in the same
 * direction. After a jump, it is only `PAUSED_AHEAD`, because the next direction is unknown.
 * @param before The previously displayed frame; null if there is none.
 * @param perSecond The frames per second of the movie. A step of more frames is a jump.
 * @param isChanging Whether a gesture is changing the movie. If so, decoding ahead would be useless.
 */
export function scrubLookahead(before: number | null, frame: number, perSecond: number, isChanging = false): Lookahead {
  const step = before === null ? 0 : frame - before;
  if (isChanging && step === 0) return { ahead: 0, backwards: false };
  if (Math.abs(step) > perSecond) return { ahead: PAUSED_AHEAD, backwards: false };
  const ahead = Math.min(Math.ceil(perSecond), Math.max(PAUSED_AHEAD, 2 * Math.abs(step)));
  return { ahead, backwards: step < 0 };
}
