const ASCII = /^[\0-\x7f]*$/;

/**
 * How long a text is when its signs are written out (Unicode's NFKD): readers of names compare texts
 * in that form, in which a single character may be eighteen.
 */
export const normalLength = (text: string): number =>
  ASCII.test(text) ? text.length : text.normalize('NFKD').length;
