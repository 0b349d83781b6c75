import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { type Color, formatColor } from '#shared/template/values/color.ts';
import { ChoiceMenu } from './choice-menu.tsx';

/** The backgrounds behind a transparent movie in the preview. They do not affect films. */
const BACKGROUNDS = ['checks', 'black', 'white', 'matte', 'picture'] as const;
type PreviewBackground = (typeof BACKGROUNDS)[number];

const backgroundKey = 'preview/ground';

/** The chosen background behind a transparent movie. */
export interface PreviewBackgroundChoice {
  readonly background: PreviewBackground;
  /** The style of the element behind the movie; null if the movie is opaque. */
  readonly style: CSSProperties | null;
  readonly choose: (background: PreviewBackground) => void;
  readonly choosePicture: (file: File) => void;
}

/**
 * Returns the chosen background, which is stored on this machine. A picture chosen by the user lasts only until the
 * preview closes.
 */
export function usePreviewBackground(): PreviewBackgroundChoice {
  const [background, setBackground] = useState<PreviewBackground>(() => readBackground(readStored(backgroundKey)));
  const [picture, setPicture] = useState<string | null>(null);
  const matte = useEditorValue(({ document }) => document.state.movie?.matte ?? null);
  useEffect(() => {
    if (picture !== null) return () => URL.revokeObjectURL(picture);
  }, [picture]);
  const choose = (next: PreviewBackground) => {
    if (next !== 'picture') writeStored(backgroundKey, next);
    setBackground(next);
  };
  return {
    background,
    style: matte && styleOf(background, matte, picture),
    choose,
    choosePicture: (file) => {
      setPicture(URL.createObjectURL(file));
      choose('picture');
    },
  };
}

function readBackground(stored: unknown): PreviewBackground {
  return BACKGROUNDS.find((background) => background === stored && background !== 'picture') ?? 'checks';
}

function styleOf(background: PreviewBackground, matte: Color, picture: string | null): CSSProperties {
  switch (background) {
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
export function PreviewBackgroundMenu({
  background: { background, choose, choosePicture },
}: PreviewBackgroundMenuProps) {
  const { preview } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ChoiceMenu
        label={preview.previewBackground}
        tooltip={preview.previewBackgroundHint}
        choices={BACKGROUNDS}
        value={background}
        words={(choice) => preview.previewBackgrounds[choice]}
        onChange={(next) => (next === 'picture' ? input.current?.click() : choose(next))}
      />
      <input
        ref={input}
        type="file"
        hidden={true}
        accept="image/*"
        aria-label={preview.previewBackgrounds.picture}
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

export interface PreviewBackgroundMenuProps {
  readonly background: PreviewBackgroundChoice;
}
