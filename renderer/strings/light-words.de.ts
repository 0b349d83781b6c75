const radius = { label: 'Radius', description: 'Standardabweichung der Unschärfe; 0 ist unverändert.' };

function corner(label: string, which: string) {
  return {
    label,
    description: `Wohin die ${which} Ecke kommt, von der linken oberen des Rechtecks aus; Prozentwerte sind vom Bild.`,
  };
}

/**
 * The labels and descriptions of effects with a rotation, and of effects that use neighboring pixels, a color, random
 * values, or a lookup table.
 */
export const lightWords = {
  rotate: {
    label: 'Drehen',
    description:
      'Dreht das Bild im Uhrzeigersinn. Sein Rechteck wächst, bis es das Bild fasst; in den Ecken ist nichts.',
  },
  'rotate/angle': { label: 'Winkel', description: 'Wie weit es gedreht wird; 0 ist unverändert.' },
  perspective: {
    label: 'Perspektive',
    description:
      'Bringt die Ecken des Bildes an andere Orte, und alles dazwischen so, wie eine Ebene im Raum liegt. Sein Rechteck bleibt.',
  },
  'perspective/upperleft': corner('Links oben', 'linke obere'),
  'perspective/upperright': corner('Rechts oben', 'rechte obere'),
  'perspective/lowerleft': corner('Links unten', 'linke untere'),
  'perspective/lowerright': corner('Rechts unten', 'rechte untere'),
  sharpen: {
    label: 'Schärfen',
    description: 'Entfernt Farben weiter von ihrer Unschärfe: c + Stärke × (c − Unschärfe).',
  },
  'sharpen/amount': { label: 'Stärke', description: 'Wie viel schärfer; 0 ist unverändert.' },
  'sharpen/radius': radius,
  glow: {
    label: 'Leuchten',
    description:
      'Helles scheint auf das, was daneben liegt: negativ multipliziert mit der Unschärfe dessen, was über der Schwelle liegt.',
  },
  'glow/threshold': { label: 'Schwelle', description: 'Ab welcher Leuchtdichte etwas scheint; 1 ist Weiß.' },
  'glow/radius': { label: 'Radius', description: 'Standardabweichung davon, wie weit es scheint.' },
  'glow/intensity': { label: 'Stärke', description: 'Wie stark; 0 ist unverändert.' },
  tiltshift: {
    label: 'Tilt-Shift',
    description:
      'Scharf in einem Streifen quer durchs Bild, darüber und darunter immer unschärfer, als wäre alles klein.',
  },
  'tiltshift/focusheight': {
    label: 'Streifenhöhe',
    description: 'Wo seine Mitte liegt: 0 ist oben, 1 unten.',
  },
  'tiltshift/focussize': {
    label: 'Streifenbreite',
    description: 'Wie hoch der scharfe Streifen ist, als Teil der Höhe des Bildes.',
  },
  'tiltshift/transitionwidth': {
    label: 'Übergang',
    description: 'Wie weit es ist, bis alles unscharf ist, als Teil der Höhe des Bildes.',
  },
  'tiltshift/radius': radius,
  chromakey: {
    label: 'Farbstanze',
    description: 'Macht durchsichtig, was eine Farbe hat, wie hell es auch ist, und nimmt dem Rest diese Farbe.',
  },
  'chromakey/color': { label: 'Farbe', description: 'Die Farbe, die durchsichtig wird.' },
  'chromakey/tolerance': {
    label: 'Toleranz',
    description: 'Bis zu welchem Abstand von der Farbe alles durchsichtig ist.',
  },
  'chromakey/softness': {
    label: 'Weichheit',
    description: 'Wie weit es von da zu dem ist, was gar nicht durchsichtig ist.',
  },
  'chromakey/spill': { label: 'Abglanz', description: 'Wie viel von der Farbe dem Rest genommen wird.' },
  noise: {
    label: 'Rauschen',
    description: 'Fügt Korn hinzu, das in jedem Bild ein anderes ist und bei jedem Rendern dasselbe.',
  },
  'noise/amount': { label: 'Stärke', description: 'Wie stark es ist; 0 ist unverändert.' },
  'noise/size': { label: 'Größe', description: 'Wie groß ein Korn ist.' },
  'noise/color': { label: 'Farbig', description: 'Ob Rot, Grün und Blau ihr eigenes Korn haben.' },
  'noise/seed': { label: 'Startzahl', description: 'Eine andere Zahl macht anderes Korn.' },
  cube: {
    label: 'LUT',
    description:
      'Ersetzt Farben durch die einer .cube-Datei mit einer oder drei Dimensionen, dazwischen nach den nächsten.',
  },
  'cube/src': { label: 'Datei', description: 'Eine .cube-Datei des Projekts.' },
  'cube/url': { label: 'URL', description: 'Die URL einer .cube-Datei, statt einer aus dem Projekt.' },
  'cube/amount': { label: 'Anteil', description: 'Wie viel davon: 0 ändert nichts, 1 ist alles.' },
} as const;
