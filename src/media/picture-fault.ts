/** The file is at fault, not the program; the message says what is wrong with the picture. */
export class PictureFault extends Error {}
