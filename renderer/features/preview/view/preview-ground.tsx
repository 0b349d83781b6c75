import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { type Color, formatColor } from '#shared/template/values/color.ts';
import { ChoiceMenu } from './choice-menu.tsx';

/** The backgrounds behind a transparent movie in the preview. They do not affect films. */
const GROUNDS = ['checks', 'black', 'white', 'matte', 'picture'] as const;
type PreviewGround = (typeof GROUNDS)[number];

const groundKey = 'preview/ground';

/** The chosen background behind a transparent movie. */
export interface PreviewGroundChoice {
  readonly ground: PreviewGround;
  /** The style of the element behind the movie; null if the movie is opaque. */
  readonly style: CSSProperties | null;
  readonly choose: (ground: PreviewGround) => void;
  readonly choosePicture: (file: File) => void;
}

/**
 * Returns the chosen background, which is stored on this machine. A picture chosen by the user lasts only until the
 * preview closes.
 */
export function usePreviewGround(): PreviewGroundChoice {
  const [ground, setGround] = useState<PreviewGround>(() => readGround(readStored(groundKey)));
  const [picture, setPicture] = useState<string | null>(null);
  const matte = useEditorValue(({ document }) => document.state.movie?.matte ?? null);
  useEffect(() => {
    if (picture !== null) return () => URL.revokeObjectURL(picture);
  }, [picture]);
  const choose = (next: PreviewGround) => {
    if (next !== 'picture') writeStored(groundKey, next);
    setGround(next);
  };
  return {
    ground,
    style: matte && styleOf(ground, matte, picture),
    choose,
    choosePicture: (file) => {
      setPicture(URL.createObjectURL(file));
      choose('picture');
    },
  };
}

function readGround(stored: unknown): PreviewGround {
  return GROUNDS.find((ground) => ground === stored && ground !== 'picture') ?? 'checks';
}

function styleOf(ground: PreviewGround, matte: Color, picture: string | null): CSSProperties {
  switch (ground) {
    case 'checks':
      return { background: 'var(--checks)' };
    case 'black':
      return { background: 'var(--black)' };
    case 'white':
      return { background: 'var(--white)' };
    case 'matte':
      return { background: formatColor(matte) };
    case 'picture':
      return picture === null ? { background: 'var(--checks)' } : { background: `url("${picture}") center / cover` };
  }
}

/** The menu of the backgrounds behind a transparent movie. */
export function PreviewGroundMenu({ ground: { ground, choose, choosePicture } }: PreviewGroundMenuProps) {
  const { preview } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ChoiceMenu
        label={preview.ground}
        tooltip={preview.groundHint}
        choices={GROUNDS}
        value={ground}
        words={(choice) => preview.grounds[choice]}
        onChange={(next) => (next === 'picture' ? input.current?.click() : choose(next))}
      />
      <input
        ref={input}
        type="file"
        hidden={true}
        accept="image/*"
        aria-label={preview.grounds.picture}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Reset the input, so that the same file can be chosen again.
          event.target.value = '';
          if (file !== undefined) choosePicture(file);
        }}
      />
    </>
  );
}

export interface PreviewGroundMenuProps {
  readonly ground: PreviewGroundChoice;
}
