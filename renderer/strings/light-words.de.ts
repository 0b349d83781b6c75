const radius = { label: 'Radius', description: 'Standardabweichung der Unschärfe; 0 ist unverändert.' };

function corner(label: string, which: string) {
  return {
    label,
    description: `Neue Position der Ecke ${which}, relativ zur linken oberen Ecke des Rahmens; Prozentwerte beziehen sich auf das Bild.`,
  };
}

/**
 * The labels and descriptions of effects with a rotation, and of effects that use neighboring pixels, a color, random
 * values, or a lookup table.
 */
export const lightWords = {
  rotate: {
    label: 'Drehen',
    description: 'Dreht das Bild im Uhrzeigersinn. Sein Rahmen wächst mit; die Ecken sind transparent.',
  },
  'rotate/angle': { label: 'Winkel', description: 'Drehwinkel; 0 ist unverändert.' },
  perspective: {
    label: 'Perspektive',
    description:
      'Verschiebt die Ecken des Bildes und verzerrt das Bild dazwischen perspektivisch. Sein Rahmen bleibt gleich.',
  },
  'perspective/upperleft': corner('Links oben', 'links oben'),
  'perspective/upperright': corner('Rechts oben', 'rechts oben'),
  'perspective/lowerleft': corner('Links unten', 'links unten'),
  'perspective/lowerright': corner('Rechts unten', 'rechts unten'),
  sharpen: {
    label: 'Schärfen',
    description: 'Vergrößert den Unterschied zwischen Farben und ihrer Unschärfe: c + Stärke × (c − Unschärfe).',
  },
  'sharpen/amount': { label: 'Stärke', description: 'Stärke des Schärfens; 0 ist unverändert.' },
  'sharpen/radius': radius,
  glow: {
    label: 'Leuchten',
    description:
      'Lässt helle Bereiche leuchten: multipliziert das Bild negativ mit der Unschärfe der Bereiche über der Schwelle.',
  },
  'glow/threshold': { label: 'Schwelle', description: 'Leuchtdichte, ab der Bereiche leuchten; 1 ist Weiß.' },
  'glow/radius': { label: 'Radius', description: 'Standardabweichung des Leuchtens.' },
  'glow/intensity': { label: 'Stärke', description: 'Stärke des Leuchtens; 0 ist unverändert.' },
  tiltshift: {
    label: 'Tilt-Shift',
    description:
      'Hält einen Streifen quer durch das Bild scharf und zeichnet darüber und darunter zunehmend weich, wie bei einem Miniaturmodell.',
  },
  'tiltshift/focusheight': {
    label: 'Streifenhöhe',
    description: 'Mitte des scharfen Streifens: 0 ist oben, 1 unten.',
  },
  'tiltshift/focussize': {
    label: 'Streifenbreite',
    description: 'Höhe des scharfen Streifens als Anteil der Bildhöhe.',
  },
  'tiltshift/transitionwidth': {
    label: 'Übergang',
    description: 'Strecke bis zur vollen Unschärfe als Anteil der Bildhöhe.',
  },
  'tiltshift/radius': radius,
  chromakey: {
    label: 'Farbstanze',
    description: 'Macht Bereiche einer Farbe bei jeder Helligkeit transparent und entfernt ihren Abglanz aus dem Rest.',
  },
  'chromakey/color': { label: 'Farbe', description: 'Farbe, die transparent wird.' },
  'chromakey/tolerance': {
    label: 'Toleranz',
    description: 'Abstand von der Farbe, bis zu dem alles transparent ist.',
  },
  'chromakey/softness': {
    label: 'Weichheit',
    description: 'Abstand von dort bis zur vollen Deckkraft.',
  },
  'chromakey/spill': { label: 'Abglanz', description: 'Anteil der Farbe, der aus dem Rest entfernt wird.' },
  noise: {
    label: 'Rauschen',
    description: 'Fügt Korn hinzu, das sich mit jedem Frame ändert und bei jedem Rendern gleich ist.',
  },
  'noise/amount': { label: 'Stärke', description: 'Stärke des Rauschens; 0 ist unverändert.' },
  'noise/size': { label: 'Größe', description: 'Größe eines Korns.' },
  'noise/color': { label: 'Farbig', description: 'Ob Rot, Grün und Blau getrenntes Korn haben.' },
  'noise/seed': { label: 'Startzahl', description: 'Jede Zahl ergibt ein anderes Korn.' },
  cube: {
    label: 'LUT',
    description:
      'Bildet Farben mit einer .cube-Datei mit einer oder drei Dimensionen ab und interpoliert zwischen deren Einträgen.',
  },
  'cube/src': { label: 'Datei', description: 'Eine .cube-Datei des Projekts.' },
  'cube/url': { label: 'URL', description: 'URL einer .cube-Datei anstelle einer Datei des Projekts.' },
  'cube/amount': { label: 'Anteil', description: 'Stärke des Effekts: 0 ist keine, 1 die volle.' },
} as const;
