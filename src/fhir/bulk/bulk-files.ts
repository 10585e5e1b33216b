import { rm } from 'node:fs/promises';
import { createSealedFile, type SealedFile, type SealedWriter } from '../../core/sealed-file.js';

/** A file of resources, one a line. */
export interface BulkFile {
  /** `Observation-1.ndjson` */
  readonly name: string;
  /** What its resources are, or what the deleted ones were. */
  readonly type: string;
  readonly holds: 'resources' | 'deletions' | 'notes';
  /** Lines. */
  readonly count: number;
  readonly sealed: SealedFile;
}

export interface LineWriter {
  write(lines: readonly string[]): Promise<void>;
  finish(): Promise<void>;
}

/** A file of this size gets a successor. */
const FILE_BYTES = 256 * 1_024 * 1_024;

/** The files of one run, in a folder of their own. */
export class BulkFiles {
  readonly #folder: string;
  readonly #fileBytes: number;
  readonly #files: BulkFile[] = [];
  readonly #open = new Set<SealedWriter>();

  constructor(folder: string, fileBytes = FILE_BYTES) {
    this.#folder = folder;
    this.#fileBytes = fileBytes;
  }

  get all(): readonly BulkFile[] {
    return this.#files;
  }

  /** Writes resources of one kind; there is a file only where there are any. */
  writer(type: string, holds: BulkFile['holds']): LineWriter {
    let current: { readonly writer: SealedWriter; bytes: number; count: number } | undefined;
    let number = this.#files.filter((one) => one.type === type && one.holds === holds).length;
    const finish = async () => {
      if (current === undefined) return;
      const { writer, count } = current;
      const sealed = await writer.finish();
      this.#open.delete(writer);
      number += 1;
      const prefix = holds === 'deletions' ? 'deleted-' : '';
      const name = `${prefix}${type}-${number}.ndjson`;
      this.#files.push({ name, type, holds, count, sealed });
      current = undefined;
    };
    return {
      write: async (lines) => {
        if (lines.length === 0) return;
        if (current === undefined) {
          const writer = createSealedFile(this.#folder);
          this.#open.add(writer);
          current = { writer, bytes: 0, count: 0 };
        }
        const bytes = Buffer.from(`${lines.join('\n')}\n`);
        await current.writer.write(bytes);
        current.bytes += bytes.byteLength;
        current.count += lines.length;
        if (current.bytes >= this.#fileBytes) await finish();
      },
      finish,
    };
  }

  async discard(): Promise<void> {
    for (const writer of this.#open) await writer.discard();
    this.#open.clear();
    this.#files.length = 0;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
