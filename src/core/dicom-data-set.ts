/**
 * The value of an attribute: text, numbers, bytes, or the items of a sequence. An empty text or list
 * is an attribute without a value.
 */
export type AttributeValue =
  | string
  | number
  | Uint8Array
  | readonly string[]
  | readonly number[]
  | readonly DataSet[];

/** A DICOM data set that is to be written: attributes by their keywords (PS3.6). */
export interface DataSet {
  readonly [keyword: string]: AttributeValue;
}
