import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import type { Planning } from '#shared/editing/planning/planning.ts';
import { message } from '#shared/messages/message.ts';
import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { layerKindOf, roleOf } from '#shared/template/tables/roles.ts';
import { layerName } from '../model/layer-name.ts';

/** A sound or video that music can duck under. */
export interface DuckingSound {
  readonly id: NodeId;
  /** The display name; null while the source is unknown. */
  readonly name: string | null;
  /**
   * Whether the sound belongs to the movie itself, like a voice-over. False for sounds of scenes, overlays, and
   * transitions.
   */
  readonly isOfFilm: boolean;
  readonly isVoice: boolean;
  readonly ducks: boolean;
  /** Whether the value of `ducks` comes from a variable. Forms do not change such a value. */
  readonly isBound: boolean;
}

/** The groups of sounds under which music can duck. */
export const DUCK_GROUPS = ['voice', 'scenes', 'chosen'] as const;
export type DuckGroup = (typeof DUCK_GROUPS)[number];

/** The initial level of ducking. Music under speech is commonly lowered by 12 dB. */
export const DEFAULT_DUCK_LEVEL = '-12dB';

/** Matches names of speech recordings in the languages of the UI. */
const VOICE_NAME =
  /(?:^|[^\p{L}])(?:voices?|voice-?overs?|vo|narrat\p{L}*|speech\p{L}*|speaker\p{L}*|interview\p{L}*|dialog\p{L}*|talks?|talking|podcast\p{L}*|moderat\p{L}*|stimmen?|sprecher\p{L}*|sprache|rede|kommentar\p{L}*|off-?ton|erzähl\p{L}*)(?:$|[^\p{L}])/iu;

/**
 * Returns the sounds and videos under which music can duck, in document order.
 * @param music The edited sounds, which cannot duck under themselves.
 * @param isSilent Whether the source of a video is known to have no sound.
 */
export function duckingSounds(
  planning: Planning,
  music: readonly NodeId[],
  isSilent: (video: ElementNode) => boolean,
): readonly DuckingSound[] {
  const { elements } = planning.index;
  const isInMask = (element: ElementNode): boolean => {
    const parent = elements.get(element.id)?.parent ?? null;
    return parent !== null && (roleOf(parent) === 'mask' || isInMask(parent));
  };
  return [...elements.values()].flatMap(({ element, parent }) => {
    const isSound = roleOf(element) === 'sound';
    if (!isSound && (!isAudibleVideo(element) || isSilent(element))) return [];
    if (music.includes(element.id) || isInMask(element)) return [];
    const isOfFilm = isSound && parent === planning.document.root;
    const written = attributeValue(element, 'ducks');
    // Omit other music that ducks, unless the template explicitly sets its `ducks` attribute.
    if (isOfFilm && written === undefined && attributeValue(element, 'duck') !== undefined) return [];
    const resolved = written === undefined ? undefined : planning.resolved(element, 'ducks');
    const text = resolved?.kind === 'text' ? resolved.text.trim() : written?.trim();
    const name = layerName(planning, element);
    return [
      {
        id: element.id,
        name,
        isOfFilm,
        isVoice: isVoice(element, name, isOfFilm),
        ducks: written === undefined ? defaultDucks(element, isOfFilm) : text === 'true',
        isBound: written?.includes('${') === true,
      },
    ];
  });
}

/**
 * Returns whether a sound is speech: its name indicates this, or it belongs to the movie and does not loop (a
 * voice-over).
 */
function isVoice(element: ElementNode, name: string | null, isOfFilm: boolean): boolean {
  if (isOfFilm && attributeValue(element, 'loop')?.trim() !== 'true') return true;
  return VOICE_NAME.test(`${name ?? ''} ${attributeValue(element, 'src') ?? ''}`.replaceAll('_', ' '));
}

/**
 * Returns the group that matches the sounds under which music ducks; `chosen` if none matches. If several match, the
 * parameter `chosen` has priority.
 */
export function duckGroupOf(sounds: readonly DuckingSound[], chosen: DuckGroup | null = null): DuckGroup {
  if (chosen === 'chosen') return 'chosen';
  const matches = (group: DuckGroup) => {
    const requested = sounds.filter((sound) => isInDuckGroup(sound, group));
    return requested.length > 0 && sounds.every((sound) => sound.ducks === requested.includes(sound));
  };
  const [first] = [...(chosen === null ? [] : [chosen]), 'voice' as const, 'scenes' as const].filter(matches);
  return first ?? 'chosen';
}

/** Returns whether a sound belongs to a group. */
export function isInDuckGroup(sound: DuckingSound, group: DuckGroup): boolean {
  switch (group) {
    case 'voice':
      return sound.isVoice;
    case 'scenes':
      return !sound.isOfFilm;
    case 'chosen':
      return sound.ducks;
    default:
      return group satisfies never;
  }
}

/**
 * Returns the command that makes music duck under exactly these sounds, at `level` if it is set; null if nothing
 * changes. Sounds whose `ducks` comes from a variable stay unchanged.
 */
export function duckCommand(
  planning: Planning,
  music: readonly NodeId[],
  sounds: readonly DuckingSound[],
  { ducks, level = null }: { readonly ducks: (sound: DuckingSound) => boolean; readonly level?: string | null },
): PlannableCommand | null {
  const set = (node: NodeId, name: string, value: string | null): PlannableCommand => ({
    ...{ type: 'attribute/set', node, name, value },
  });
  const changed = sounds.filter((sound) => !sound.isBound && sound.ducks !== ducks(sound));
  const commands = [
    ...(level === null ? [] : music.map((node) => set(node, 'duck', level))),
    ...changed.flatMap((sound) => {
      const element = planning.index.elements.get(sound.id)?.element;
      if (element === undefined) return [];
      const isUnset = ducks(sound) === defaultDucks(element, sound.isOfFilm);
      return [set(sound.id, 'ducks', isUnset ? null : String(ducks(sound)))];
    }),
  ];
  return commands.length === 0 ? null : { type: 'batch', label: message('step/set-ducking'), commands };
}

/**
 * Returns a predicate that selects the sounds for new ducking. If the template sets `ducks` anywhere, these are the
 * current sounds. Otherwise, these are the voices; without voices, all sounds of scenes.
 */
export function firstDucking(planning: Planning, sounds: readonly DuckingSound[]): (sound: DuckingSound) => boolean {
  const isSetInTemplate = sounds.some(({ id }) => {
    const element = planning.index.elements.get(id)?.element;
    return element !== undefined && attributeValue(element, 'ducks') !== undefined;
  });
  if (isSetInTemplate) return (sound) => sound.ducks;
  const group: DuckGroup = sounds.some(({ isVoice }) => isVoice) ? 'voice' : 'scenes';
  return (sound) => isInDuckGroup(sound, group);
}

/**
 * Returns the default of `ducks`: true for a sound of a scene, an overlay, or a transition; false for a video, and for a
 * sound of the movie itself.
 */
function defaultDucks(element: ElementNode, isOfFilm: boolean): boolean {
  return roleOf(element) === 'sound' && !isOfFilm;
}

/** Returns whether a video has sound: `audio` is true (the default), and the video is not a freeze frame. */
function isAudibleVideo(element: ElementNode): boolean {
  if (layerKindOf(element) !== 'video') return false;
  return attributeValue(element, 'audio')?.trim() !== 'false' && attributeValue(element, 'freeze') === undefined;
}
