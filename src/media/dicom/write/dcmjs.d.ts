// The library has no types; these are of what is used here.
declare module 'dcmjs' {
  /** An attribute in the library's form. */
  export interface TagObject {
    readonly vr: string;
    readonly Value: readonly unknown[];
  }

  class DicomDict {
    constructor(meta: Readonly<Record<string, TagObject>>);
    /** By tags of eight upper-case hexadecimal digits. */
    dict: Readonly<Record<string, TagObject>>;
    write(): ArrayBuffer;
  }

  export interface Library {
    readonly data: {
      readonly DicomDict: typeof DicomDict;
      readonly DicomMetaDictionary: {
        /** By keywords; tags are written `(0010,0010)`. */
        readonly nameMap: Readonly<
          Record<string, { readonly tag: string; readonly vr: string } | undefined>
        >;
      };
    };
  }

  const dcmjs: Library;
  export default dcmjs;
}
