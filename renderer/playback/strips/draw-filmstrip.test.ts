import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { movieOf } from '../testing/movie-of.ts';
import { drawFilmstrip, type Film } from './draw-filmstrip.ts';

const movie = movieOf(`<movie width="320" height="180" framerate="25">
  <scene duration="100"><video src="clip.mp4"><filter type="saturation" intensity="2"/></video></scene>
</movie>`);
const scene = required(movie.scenes[0], 'the movie has no scene');
const tiles = [0, 25, 50, 75].map((frame) => ({ left: frame, frame }));

/** A canvas whose pictures are counted. `pictures` are the ids of the loaded pictures. */
function countedStrip(isFinal = true) {
  const pictures = new Map<string, string>();
  let count = 0;
  const context = { fillRect: () => undefined };
  const canvas = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement;
  const library = {
    facts: () => null,
    picture: (_: unknown, seconds: number) => {
      const id = pictures.get(String(seconds)) ?? 'first';
      return { id, picture: { kind: 'image', image: null, left: 0, top: 0, width: 1, height: 1, bytes: 4 } };
    },
  };
  const painter = {
    draw: () => {
      count += 1;
      return isFinal;
    },
  };
  const film = {
    ...{ library, painter, movie, scene, tiles, secondsPerTile: 1, size: { width: 80, height: 45 } },
    pictures: { isComposed: () => false, isResting: () => false },
  } as unknown as Film;
  const draw = (changes: Partial<Film> = {}) => {
    count = 0;
    const isWhole = drawFilmstrip(canvas, { ...film, ...changes }, 'idle');
    return { isWhole, count };
  };
  return { pictures, draw };
}

test('an unchanged filmstrip is not drawn again', () => {
  const { draw } = countedStrip();
  expect(draw()).toEqual({ isWhole: true, count: 4 });
  expect(draw()).toEqual({ isWhole: true, count: 0 });
});

test('a filmstrip is drawn again with a new picture, another zoom, or an edited scene', () => {
  const { draw, pictures } = countedStrip();
  draw();
  pictures.set('1', 'second');
  expect(draw().count).toBe(4);
  const fewer = tiles.slice(1);
  expect(draw({ tiles: fewer }).count).toBe(3);
  expect(draw({ tiles: fewer, scene: { ...scene } }).count).toBe(3);
});

/** A canvas with composed tiles. `drawnPictures` lists the drawn pictures, and `planned` counts the planned scenes. */
function composedStrip() {
  const drawnPictures: unknown[] = [];
  const context = {
    clearRect: () => undefined,
    fillRect: () => undefined,
    drawImage: (picture: unknown) => void drawnPictures.push(picture),
  };
  const canvas = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement;
  const tilePictures = tiles.map(({ frame }) => ({ frame }));
  const state = { isResting: false, planned: 0 };
  const pictures = {
    isComposed: () => {
      state.planned += 1;
      return true;
    },
    isResting: () => state.isResting,
    picture: ({ frame }: { readonly frame: number }) => ({
      picture: tilePictures.find((each) => each.frame === frame),
      isItself: true,
    }),
  };
  const film = { movie, scene, tiles, secondsPerTile: 1, size: { width: 80, height: 45 }, pictures } as unknown as Film;
  const draw = (changes: Partial<Film> = {}) => drawFilmstrip(canvas, { ...film, ...changes }, 'idle');
  return { state, draw, drawnPictures, tilePictures };
}

test('a composed filmstrip is drawn again with a new picture, but not with each edit', () => {
  const { draw, drawnPictures, tilePictures } = composedStrip();
  draw();
  draw({ scene: { ...scene } });
  expect(drawnPictures).toEqual(tilePictures);
  tilePictures[1] = { frame: 25 };
  draw();
  expect(drawnPictures).toHaveLength(8);
});

test('a drag plans a composed filmstrip only for other tiles', () => {
  const { state, draw } = composedStrip();
  draw();
  state.isResting = true;
  draw({ scene: { ...scene } });
  expect(state.planned).toBe(1);
  draw({ tiles: tiles.map(({ left, frame }) => ({ left, frame: frame + 1 })) });
  expect(state.planned).toBe(2);
  state.isResting = false;
  draw({ scene: { ...scene } });
  expect(state.planned).toBe(3);
});

test('a filmstrip with provisional pictures is drawn again', () => {
  const { draw } = countedStrip(false);
  draw();
  expect(draw()).toEqual({ isWhole: false, count: 4 });
});
