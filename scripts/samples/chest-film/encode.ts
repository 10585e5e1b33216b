import sharp, { type Sharp } from 'sharp';
import type { Film } from './film.js';

/** Written into every file, so that an image outside its folder still states what it is. */
export const SYNTHETIC_NOTE =
  'SYNTHETIC chest film drawn from a numerical phantom. Shows no patient. Not for diagnosis.';

const EXIF = {
  IFD0: {
    ImageDescription: SYNTHETIC_NOTE,
    Software: 'Wardbox sample films',
    Artist: 'numerical phantom',
  },
};

const XMP = [
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">',
  `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${SYNTHETIC_NOTE}</rdf:li></rdf:Alt>`,
  '</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>',
  '<?xpacket end="w"?>',
].join('');

function open(film: Film): Sharp {
  const raw = { width: film.size, height: film.size, channels: 1 } as const;
  return sharp(film.pixels, { raw }).toColourspace('b-w').withExif(EXIF).withXmp(XMP);
}

export function encodePng(film: Film): Promise<Buffer> {
  return open(film).png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer();
}

export function encodeJpeg(film: Film): Promise<Buffer> {
  return open(film).jpeg({ quality: 88 }).toBuffer();
}
