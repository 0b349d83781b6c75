import { useEffect, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import { layerSentence } from '../../words/layer-words.ts';

/** How long a layer rests before what became of it is said, in milliseconds. */
const RESTS = 300;

/** What a layer is and where, said once it rests there; nothing for what is said already by going to it. */
export function useResult(box: LayerBox | undefined, isAtRest: boolean): string {
  const { stage } = useStrings();
  const [said, setSaid] = useState('');
  const sentence = box === undefined || !isAtRest ? '' : layerSentence(box, stage);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(sentence), RESTS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return said;
}
