/** All files of a dropped selection, those in folders included, in the order of their paths. */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  // The list of entries is emptied when the event is over: it is read before anything is awaited.
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry === null ? [] : [entry];
  });
  if (entries.length === 0) return [...transfer.files];
  const found = await Promise.all(entries.map(filesBelow));
  return found.flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = entry as FileSystemFileEntry;
    return [await new Promise<File>((resolve, reject) => file.file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // A folder is read in portions until one is empty.
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) break;
    found.push(...portion);
  }
  found.sort((a, b) => a.fullPath.localeCompare(b.fullPath, 'en', { numeric: true }));
  return (await Promise.all(found.map(filesBelow))).flat();
}
