/** Encodings of Specific Character Set (PS3.3 section C.12.1.1.2), as TextDecoder names them. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'ISO_IR 6': 'windows-1252',
  'ISO_IR 100': 'windows-1252',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 203': 'iso-8859-15',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
  'ISO 2022 IR 13': 'iso-2022-jp',
  'ISO 2022 IR 87': 'iso-2022-jp',
  'ISO 2022 IR 159': 'iso-2022-jp',
  'ISO 2022 IR 149': 'euc-kr',
  'ISO 2022 IR 58': 'gb2312',
};

const singleByte = (term: string) => term.replace(/^ISO 2022 IR/, 'ISO_IR');

/**
 * The decoder of a data set's texts. Of several character sets the first that is not the default one
 * decides, which is right for texts that use only one beside ASCII; others show replacement characters.
 *
 * @param terms values of Specific Character Set (0008,0005); empty for the default repertoire
 */
export function textDecoderFor(terms: readonly string[]) {
  const named = terms.map((term) => ENCODINGS[term] ?? ENCODINGS[singleByte(term)]);
  return new TextDecoder(named.find((name) => name !== undefined) ?? 'windows-1252');
}
