/** The common names of codecs and encoders by FFmpeg's names. They are not translated. */
const CODECS: Readonly<Record<string, string>> = {
  aac: 'AAC',
  ac3: 'Dolby Digital',
  alac: 'Apple Lossless',
  apng: 'PNG',
  amr_nb: 'AMR',
  amr_wb: 'AMR-WB',
  av1: 'AV1',
  dnxhd: 'DNxHD',
  dvvideo: 'DV',
  eac3: 'Dolby Digital Plus',
  ffv1: 'FFV1',
  ffvhuff: 'FFVHUFF',
  flac: 'FLAC',
  flv1: 'Sorenson H.263',
  gif: 'Palette',
  h263: 'H.263',
  h264: 'H.264',
  hevc: 'H.265',
  huffyuv: 'HuffYUV',
  libmp3lame: 'MP3',
  libopus: 'Opus',
  libsvtav1: 'AV1',
  'libvpx-vp9': 'VP9',
  libwebp_anim: 'WebP',
  libx264: 'H.264',
  libx265: 'H.265',
  mjpeg: 'Motion JPEG',
  mp2: 'MP2',
  mp3: 'MP3',
  mpeg1video: 'MPEG-1',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  opus: 'Opus',
  png: 'PNG',
  prores: 'ProRes',
  rawvideo: 'RAW',
  theora: 'Theora',
  vorbis: 'Vorbis',
  vp8: 'VP8',
  vp9: 'VP9',
  wmav2: 'WMA2',
  wmv2: 'WMV2',
  wmv3: 'WMV3',
};

const CONTAINERS: Readonly<Record<string, string>> = {
  asf: 'WMV / ASF',
  captions: 'SubRip / WebVTT',
  matroska: 'Matroska / WebM',
  mov: 'MP4 / QuickTime',
  mpeg: 'MPEG-PS',
  mpegts: 'MPEG-TS',
  yuv4mpegpipe: 'YUV4MPEG',
};

/**
 * Returns the common name of a codec, such as `H.264` for `h264` or `PCM` for `pcm_s16le`. If there is none, returns
 * FFmpeg's name.
 */
export function codecName(codec: string): string {
  return CODECS[codec] ?? (/^pcm_|^adpcm_/.test(codec) ? codec.replace(/_.*/, '').toUpperCase() : codec);
}

/** Returns the common name of a container: `MP4 / QuickTime` for the demuxer `mov`. */
export function containerName(demuxer: string): string {
  return CONTAINERS[demuxer] ?? demuxer.toUpperCase();
}
