import { AppError, type Issue, invalidField, invalidFields } from '../core/errors.js';
import { parseBody } from '../core/json-bytes.js';
import { USUAL_EXTENT } from '../core/json-extent.js';
import { jsonSchema, type Output, parse, type Schema } from '../core/schema.js';
import { partOfSealedFile, type SealedFile } from '../core/sealed-file.js';

/** A field of a form whose content is a file. */
export interface FileField {
  readonly description: string;
  readonly count: 'one' | 'optional' | 'several';
  /** Of `several`, how many at most. */
  readonly max?: number;
  /** The field that has the same file in JSON, as base64. */
  readonly base64Field?: string;
}

export type FileFields = Readonly<Record<string, FileField>>;

/** The files of each field, in the order in which they were sent. */
export type SentFiles = Readonly<Record<string, readonly SealedFile[]>>;

/** The same for the fields of a form, as many as each takes. */
export type FilesOf<F extends FileFields> = {
  readonly [Name in keyof F]: F[Name]['count'] extends 'optional'
    ? readonly [SealedFile?]
    : F[Name]['count'] extends 'one'
      ? readonly [SealedFile]
      : readonly [SealedFile, ...SealedFile[]];
};

/** `multipart/form-data`: files as they are, and fields of text, which may be JSON. */
export interface Form<Input = unknown> {
  /** All fields but the files. */
  readonly fields: Schema;
  readonly files: FileFields;
  /** The names of `fields`, each with the type of its JSON; a text is sent as it is. */
  readonly types: ReadonlyMap<string, unknown>;
  /** What the handler gets. */
  input(fields: unknown, files: SentFiles): Input;
}

/** A form whose `input` gets the output of its schema, and its files. */
export function formOf<S extends Schema, const F extends FileFields, Input>(form: {
  readonly fields: S;
  readonly files: F;
  input(fields: Output<S>, files: FilesOf<F>): Input;
}): Form<Input> {
  const { fields, files } = form;
  const { properties = {} } = jsonSchema(fields, 'input') as {
    properties?: Readonly<Record<string, { readonly type?: unknown }>>;
  };
  const types = Object.entries(properties).map(([name, { type }]) => [name, type] as const);
  return {
    fields,
    files,
    types: new Map(types),
    input: (values, sent) => form.input(values as Output<S>, sent as FilesOf<F>),
  };
}

/** A file of a form, as a part of the one file that holds them all. */
export interface FilePart {
  readonly field: string;
  readonly start: number;
  readonly bytes: number;
}

/** A form as it was sent. */
export interface FormContent {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: SealedFile;
  readonly parts: readonly FilePart[];
}

/** Names the field of a form in which the JSON is wrong, in place of the body. */
function faultIn(name: string, thrown: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  if (thrown.code === 'invalid_json') return invalidField(name, 'must be JSON');
  const issues = thrown.issues.map(
    ({ field, issue }): Issue => ({ field: field === 'body' ? name : `${name}.${field}`, issue }),
  );
  return issues.length === 0 ? thrown : invalidFields(issues);
}

/** Lists and objects are JSON; so are numbers and truth values, of which the schema refuses others. */
function readText(name: string, text: string, type: unknown): unknown {
  if (type === 'object' || type === 'array') {
    try {
      return parseBody(text, Buffer.from(text), USUAL_EXTENT);
    } catch (error) {
      throw faultIn(name, error);
    }
  }
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  if (type !== 'integer' && type !== 'number') return text;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function filesOf({ files }: Form, { file, parts }: FormContent): SentFiles {
  const entries = Object.keys(files).map((name) => {
    const own = parts.filter(({ field }) => field === name);
    return [name, own.map(({ start, bytes }) => partOfSealedFile(file, start, bytes))];
  });
  return Object.fromEntries(entries);
}

/**
 * What the handler gets of a form.
 *
 * @throws AppError `validation_error` that names the field
 */
export function inputOfForm(form: Form, content: FormContent): unknown {
  const values = Object.entries(content.fields).map(
    ([name, text]) => [name, readText(name, text, form.types.get(name))] as const,
  );
  const fields = parse(form.fields, Object.fromEntries(values));
  return form.input(fields, filesOf(form, content));
}
