/** A fault of the file, not of the program; the message names what is wrong with the picture. */
export class PictureFault extends Error {}

/** The file holds fewer frames or pages than requested. */
export class NoSuchFrame extends PictureFault {
  constructor(requested: number, held: number) {
    super(`is ${requested}, but the file holds ${held} ${held === 1 ? 'frame' : 'frames'}`);
  }
}
