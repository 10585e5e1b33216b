const ASCII = /^[\0-\x7f]*$/;

/**
 * Returns the length of a text in Unicode's NFKD form: readers of names compare texts in that form, in
 * which a single character may become eighteen.
 */
export const normalLength = (text: string): number =>
  ASCII.test(text) ? text.length : text.normalize('NFKD').length;
