/**
 * Photos of 96 × 64 pixels in base64. Their quarters have the `quarterColors`. They were written by libheif 1.15 with
 * x265 and libaom. In the photos with alpha, the right half has an alpha of 128.
 */
const written = {
  heic: [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAYBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
    'AAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAGkAAEAAAAAAAAAywACAAAAAAJvAAEAAAAAAAAAHgAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAA',
    'AAEAAGh2YzEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAv2lwcnAAAAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGE',
    'ABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAA',
    'ABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQ',
    'AAAPFtZGF0AAAAxygBrwY48NG/P03+Hh///6TMeh/oZiLvlabr3fE//BB//56KAnBBAIQ7bTIMr2CF71GXeBFJsaB52z9kt+y0FicSWSRbMPzG',
    'DdyL/txvJFK0huoYR0kmJ0uxywEa6Cx8+u04h/PYh//5sfdDTW09l5wGasWByAewJJH1EPo5gkCaSaq6cxArUoHC8vPhxZmDxeFShs8JetQM1d',
    'J9j/9Fwtj1x4f//9ydV30IE0RbePWjUtN6qGCYv0sGJEnDf/AdlBcX0D91lhAAAAAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAA=',
  ],
  deepHeic: [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
    'AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFkAAEAAAAAAAAAiwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwGlwcnAA',
    'AACiaXBjbwAAAHZodmNDAQQIAAAAAAAAAAAAHvAA/P36+gAADwMgAAEAF0ABDAH//wQIAAADAJ24AAADAAAeugJAIQABACpCAQEECAAAAwCduA',
    'AAAwAAHqAwgQTZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwIkAAAAAUaXNwZQAAAAAAAABgAAAAQAAAABBwaXhpAAAAAAMKCgoAAAAW',
    'aXBtYQAAAAAAAAABAAEDgQKDAAAAk21kYXQAAACHKAGvBjha/P03+Hh///6TMeh/ojKC75Wm693xP/wQf/+e79mOFPQabp9ikaQy3qofhdfA6O',
    'H88dXj+KXo//twgsXnAz3OFinu/dZYefV6uVaP2h2LrtdFfQTg//p5DNwOGr6Smcrkmgh7g9z6dEncRb//SLFY9ebX///dK9d9ETJWROM7XE5o',
  ],
  alphaHeic: [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAkVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
    'AAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAJpAAEAAAAAAAAAywACAAAAAAM0AAEAAAAAAAAAwQAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAA',
    'AAEAAGh2YzEAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAABhGlwcnAAAAFfaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGE',
    'ABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAi',
    'QAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAAHJodmNDAQQIAAAAAAAAAAAAHvAA/Pz4+AAADwMgAAEAF0ABDAH//wQIAA',
    'ADAJ/4AAADAAAeugJAIQABACZCAQEECAAAAwCf+AAAAwAAHsDCBBZbqSSmubAgAAADACAAAAMAISIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAA',
    'AGAAAABAAAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAdaXBtYQAAAAAAAAACAAEDgQKDAA',
    'IEhAWGhwAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAABlG1kYXQAAADHKAGvBjjw0b8/Tf4eH///pMx6H+hmIu+Vpuvd8T/8EH//nooCcEEA',
    'hDttMgyvYIXvUZd4EUmxoHnbP2S37LQWJxJZJFsw/MYN3Iv+3G8kUrSG6hhHSSYnS7HLARroLHz67TiH89iH//mx90NNbT2XnAZqxYHIB7Akkf',
    'UQ+jmCQJpJqrpzECtSgcLy8+HFmYPF4VKGzwl61AzV0n2P/0XC2PXHh///3J1XfQgTRFt49aNS03qoYJi/SwYkScN/8B2UFxfQP3WWEAAAAL0o',
    'Aa4McOQsxnlv/BzFoVTV/kltHj/FtBzyCk4QYYcS+05+FTT/Ic+8HvBqkY/rEmNpxd4reeS6gaJOFKWHKcmRdpd/iYp5e0zQMpQ9bLXOzu9vsD',
    '2FjSb8TuWn9swjIW4ynjlyip86qAovTPaNrOzv0qU+Kl9y7xdluCF478+YRn957Pu0CmqD7cuZu/hfo7apqqKmVgybzfZHSzVZTWA+dpozz/o+',
    'buPo1auVcdAG1fHr8naV9CRJbqJKrUY=',
  ],
  avif: [
    'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAASttZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
    'AAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAFPAAEAAAAAAAAAZQACAAAAAAG0AAEAAAAAAAAAHgAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAA',
    'AAEAAGF2MDEAAAAAFWluZmUCAAABAAIAAEV4aWYAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaX',
    'NwZQAAAAAAAABgAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAABppcmVmAAAAAAAAAA5jZHNjAAIAAQABAAAA',
    'i21kYXQSAAoGGBlv/sCEMlkQwAAAKLRNq4ZZ9zCN6HBS+PdEG7VlEoaP78QJR0bP/j+KFTfb4Ff4wBzm2mxHeMe7wy5kokUWOryfcljj8vJy18',
    'wHyLQJFV6PrwDL/eMeXrfg0QsrZAAJuAAAAABNTQAqAAAACAABARIAAwAAAAEABgAAAAAAAA==',
  ],
  alphaAvif: [
    'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAZhtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA',
    'AAAAABAAAANGlsb2MAAAAAREAAAgACAAAAAAG8AAEAAAAAAAAAIwABAAAAAAHfAAEAAAAAAAAAaAAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAA',
    'AAEAAGF2MDEAAAAAFWluZmUCAAAAAAIAAGF2MDEAAAAA12lwcnAAAACxaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EAHAAAAAAUaX',
    'NwZQAAAAAAAABgAAAAQAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBo',
    'YQAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABgAAAAQAAAABBwaXhpAAAAAAMICAgAAAAeaXBtYQAAAAAAAAACAAEEgYYHiAACBIIDhIUAAA',
    'AaaXJlZgAAAAAAAAAOYXV4bAACAAEAAQAAAJNtZGF0EgAKBhgZb/7CoDIXEMAAAKC0V7RIri/RWa1vICCYjMZS0/ASAAoJGBlv/sECAgaEMlkQ',
    'wAAAKLRNq4ZZ9zCN6HBS+PdEG7VlEoaP78QJR0bP/j+KFTfb4Ff4wBzm2mxHeMe7wy5kokUWOryfcljj8vJy18wHyLQJFV6PrwDL/eMeXrfg0Q',
    'srZAAJuA==',
  ],
} as const;

export function photoSample(name: keyof typeof written): Buffer {
  return Buffer.from(written[name].join(''), 'base64');
}

/** The colors of the top left, top right, bottom left, and bottom right. */
export const quarterColors = [
  [200, 40, 40],
  [40, 160, 60],
  [40, 60, 200],
  [220, 200, 60],
] as const;

/** Builds a property box. */
export function property(type: string, ...content: readonly number[]): Buffer {
  const box = Buffer.alloc(8 + content.length);
  box.writeUInt32BE(box.length, 0);
  box.write(type, 4, 'latin1');
  box.set(content, 8);
  return box;
}

/** Builds `colr` with code points, the matrix of BT.601, and full range. */
export function codePoints(primaries: number, transfer: number): Buffer {
  return property('colr', ...Buffer.from('nclx'), 0, primaries, 0, transfer, 0, 6, 0x80);
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Copies a photo and adds properties to its first item. The file must be structured like the files of libheif. */
export function withProperties(photo: Buffer, ...added: readonly Buffer[]): Buffer {
  const meta = boxIn(photo, 0, photo.length, 'meta');
  const inside = meta.start + 12;
  const [iprp, iloc] = [boxIn(photo, inside, meta.end, 'iprp'), boxIn(photo, inside, meta.end, 'iloc')];
  const [ipco, ipma] = [boxIn(photo, iprp.start + 8, iprp.end, 'ipco'), boxIn(photo, iprp.start + 8, iprp.end, 'ipma')];
  const properties = Buffer.concat(added);
  const growth = properties.length + added.length;
  const file = Buffer.from(photo);
  for (const { start, end } of [meta, iprp]) file.writeUInt32BE(end - start + growth, start);
  file.writeUInt32BE(ipco.end - ipco.start + properties.length, ipco.start);
  file.writeUInt32BE(ipma.end - ipma.start + added.length, ipma.start);
  moveExtents(file, iloc, growth);
  let count = 0;
  for (let at = ipco.start + 8; at < ipco.end; at += file.readUInt32BE(at)) count += 1;
  // The first association follows the entry count and the id of its item.
  const associations = ipma.start + 18;
  const own = file.readUInt8(associations);
  file.writeUInt8(own + added.length, associations);
  const associationsEnd = associations + 1 + own;
  const indexes = Buffer.from(added.map((_, index) => 0x80 | (count + 1 + index)));
  return Buffer.concat([
    file.subarray(0, ipco.end),
    properties,
    file.subarray(ipco.end, associationsEnd),
    indexes,
    file.subarray(associationsEnd),
  ]);
}

function boxIn(file: Buffer, start: number, end: number, requested: string): Box {
  for (let at = start; at + 8 <= end; at += file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === requested) return { type, start: at, end: at + file.readUInt32BE(at) };
  }
  throw new Error(`the file has no ${requested}`);
}

/** Adds a number to the offsets of all extents, which have 4 bytes each (ISO/IEC 14496-12, section 8.11.3). */
function moveExtents(file: Buffer, { start }: Box, by: number): void {
  const version = file.readUInt8(start + 8);
  const [sizes, baseSize] = [file.readUInt8(start + 12), file.readUInt8(start + 13) >> 4];
  if (version > 1 || sizes !== 0x44) throw new Error('this form is not known');
  let at = start + 16;
  for (let left = file.readUInt16BE(start + 14); left > 0; left--) {
    at += 2 + (version === 1 ? 2 : 0) + 2;
    if (baseSize === 4) file.writeUInt32BE(file.readUInt32BE(at) + by, at);
    at += baseSize;
    const extents = file.readUInt16BE(at);
    at += 2;
    for (let extent = 0; extent < extents; extent++, at += 8)
      if (baseSize === 0) file.writeUInt32BE(file.readUInt32BE(at) + by, at);
  }
}
