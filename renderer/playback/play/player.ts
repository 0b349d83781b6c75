import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Screen } from '../frames/screen.ts';
import type { PlayClock } from './play-clock.ts';
import { type FrameRange, type PlaySpan, positionAt, shuttled } from './play-span.ts';
import type { PlaybackPort } from './playback-port.ts';
import { type PlayheadMoves, playheadMoves } from './playhead-moves.ts';
import type { SoundOutput } from './sound-output.ts';
import type { SoundPlayer } from './sound-player.ts';

/** Plays a film: the playhead follows the clock of what is heard, and the picture follows the playhead. */
export interface Player extends PlayheadMoves {
  readonly playing: () => boolean;
  readonly play: () => void;
  readonly pause: () => void;
  readonly toggle: () => void;
  /** To a frame; playing goes on from there. */
  readonly seek: (frame: number) => void;
  /** −1 is J, 0 is K, 1 is L. */
  readonly shuttle: (direction: -1 | 0 | 1) => void;
  /** Draws the frame at the playhead anew: the film, or what is drawn on, has changed. */
  readonly refresh: () => void;
  readonly dispose: () => void;
}

/** Decoded ahead of the playhead. */
const AHEAD_SECONDS = 0.7;
const SOUND_AHEAD_SECONDS = 1;

/** One run of the clock. */
interface Run {
  readonly movie: Movie;
  readonly span: PlaySpan;
  readonly clock: PlayClock;
  readonly sound: SoundPlayer | null;
  /** Of the clock. */
  readonly startedAt: number;
}

export function createPlayer(port: PlaybackPort, screen: Screen, output: SoundOutput): Player {
  let speed = 0;
  let run: Run | null = null;
  let tick = 0;
  /** The playhead's frame as we last set it or saw it. */
  let known = -1;
  /** The frame that was looked at last. */
  let seen: number | null = null;
  let knownPeek: number | null = null;
  let knownMovie: Movie | null = null;
  let knownLoop = '';
  let knownChanging = false;
  let disposed = false;

  const prospectOf = ({ frameRate }: Movie, frame: number): ScrubProspect => {
    const perSecond = frameRate.numerator / frameRate.denominator;
    if (speed !== 0) return { ahead: Math.ceil(perSecond * Math.abs(speed) * AHEAD_SECONDS), backwards: speed < 0 };
    return scrubProspect(seen, frame, perSecond, port.read().isChanging);
  };

  const show = (frame: number) => {
    const { movie } = port.read();
    if (movie === null) return;
    screen.show(movie, frame, prospectOf(movie, frame));
    seen = frame;
  };

  /** What is to be seen while nothing plays. */
  const showStanding = () => {
    const { playhead, previewedFrame } = port.read();
    show(speed === 0 ? (previewedFrame ?? playhead) : playhead);
  };

  const moveTo = (frame: number) => {
    known = frame;
    port.seek(frame);
    show(frame);
  };

  /** Lets the sound of a frame be heard, where that is wanted and nothing plays. */
  const hear = (frame: number) => {
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
    // Meanwhile it may have been stopped, or sent another way, which began a run of its own.
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
      // The device went away, such as with a headset that was pulled out.
      play(speed);
      return;
    }
    const elapsed = clock.now() - startedAt;
    const { frame, ended } = positionAt(span, elapsed);
    if (frame !== known) moveTo(frame);
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
    showStanding();
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

  /** Somebody else moved the playhead, changed the film, the loop or the volume. */
  const follow = () => {
    const { movie, playhead, previewedFrame, volume, muted, loop, loopRange, scrubbing, isChanging } = port.read();
    output.setVolume(muted ? 0 : volume);
    const looping = JSON.stringify([loop, loopRange]);
    const isSame = movie === knownMovie && playhead === known && previewedFrame === knownPeek && looping === knownLoop;
    if (isSame && isChanging === knownChanging) return;
    const goesOn = movie === knownMovie && playhead === known && looping === knownLoop;
    if (scrubbing && playhead !== known) hear(playhead);
    known = playhead;
    knownPeek = previewedFrame;
    knownMovie = movie;
    knownLoop = looping;
    knownChanging = isChanging;
    showStanding();
    // An edit while it plays: what comes is played as it is now.
    if (run !== null && !goesOn) play(speed);
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
      hear(port.read().playhead);
    },
    shuttle: (direction) => (direction === 0 ? pause() : play(shuttled(speed, direction))),
    refresh: showStanding,
    dispose() {
      disposed = true;
      stop();
      unsubscribe();
      if (speed !== 0) setSpeed(0);
    },
  };
}

/** What will be played from the playhead on: at the end of it, it begins anew. */
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
  const whole = { from: 0, to: timelineOf(movie).total };
  if (whole.to === 0) return null;
  const range = loop && loopRange !== null && loopRange.to > loopRange.from ? loopRange : whole;
  const inside = playhead >= range.from && playhead < range.to;
  const atEnd = !loop && (speed > 0 ? playhead === range.to - 1 : playhead === range.from);
  const start = inside && !atEnd ? playhead : speed > 0 ? range.from : range.to - 1;
  return { start, speed, rate: movie.frameRate, range, loops: loop };
}

/** Which frames will be wanted next. */
export interface ScrubProspect {
  readonly ahead: number;
  readonly backwards: boolean;
}

/** Beside a playhead that stands: a step must not be waited for. */
const STANDING_AHEAD = 2;

/**
 * What comes after a playhead went from one frame to another while nothing plays. Small steps go on in their direction,
 * and twice as far; of a jump nobody knows where the next one goes.
 *
 * @param before The frame that was looked at before; null if there is none.
 * @param perSecond Frames of the film in a second: a longer step is a jump.
 * @param isChanging Whether the film itself is being changed: what is made ahead of a playhead that stands would be of
 *   no use then.
 */
export function scrubProspect(
  before: number | null,
  frame: number,
  perSecond: number,
  isChanging = false,
): ScrubProspect {
  const step = before === null ? 0 : frame - before;
  if (isChanging && step === 0) return { ahead: 0, backwards: false };
  if (Math.abs(step) > perSecond) return { ahead: STANDING_AHEAD, backwards: false };
  const ahead = Math.min(Math.ceil(perSecond), Math.max(STANDING_AHEAD, 2 * Math.abs(step)));
  return { ahead, backwards: step < 0 };
}
