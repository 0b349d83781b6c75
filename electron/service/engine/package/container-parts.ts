import type { FormatName } from '../formats/formats.ts';

/** The parts of a package that the container of a format can contain. */
export interface ContainerParts {
  /** FFmpeg's encoder of the subtitle track; null if there is none. */
  readonly subtitles: 'mov_text' | 'subrip' | 'webvtt' | null;
  readonly chapters: boolean;
  readonly metadata: boolean;
  /**
   * The place of the cover: a stream with one picture, a file inside of the film, or an atom of QuickTime; null if the
   * container cannot contain a cover.
   */
  readonly cover: 'stream' | 'attachment' | 'atom' | null;
}

const NOTHING: ContainerParts = { subtitles: null, chapters: false, metadata: false, cover: null };
const MP4: ContainerParts = { subtitles: 'mov_text', chapters: true, metadata: true, cover: 'stream' };

const containers: Readonly<Partial<Record<FormatName, ContainerParts>>> = {
  mp4: MP4,
  av1: MP4,
  hevc: MP4,
  mov: { ...MP4, cover: 'atom' },
  mkv: { subtitles: 'subrip', chapters: true, metadata: true, cover: 'attachment' },
  webm: { subtitles: 'webvtt', chapters: true, metadata: true, cover: null },
  mp3: { subtitles: null, chapters: true, metadata: true, cover: 'stream' },
};

export function containerParts(format: FormatName): ContainerParts {
  return containers[format] ?? NOTHING;
}

/** The codes of ISO 639-2/T by the codes of ISO 639-1: https://www.loc.gov/standards/iso639-2/php/code_list.php */
const CODES =
  'aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha zhzho zuzul';

const threeLetters = new Map(CODES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]));

/** Returns the three-letter code for a language in containers (ISO 639-2/T); `und` for other tags. */
export function trackLanguage(tag: string): string {
  const [spoken = ''] = tag.toLowerCase().split('-');
  return threeLetters.get(spoken) ?? (/^[a-z]{3}$/.test(spoken) ? spoken : 'und');
}
