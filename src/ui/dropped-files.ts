/** @file The files that somebody dropped, those of a folder with their paths from the folder on. */
import type { NamedFile } from '../client/lab.ts';

/** Entries of one folder that are read: weights come in some hundreds of files. */
const ENTRIES = 5000;

/** All files of a drop, folders opened. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly NamedFile[]> {
  // Both lists are emptied once the event is over, so they are read before anything is waited for.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const files = [...transfer.files].map((file) => ({ path: file.name, file }));
  if (!entries.some((entry) => entry?.isDirectory === true)) return files;
  const found = await Promise.all(entries.flatMap((entry) => (entry === null ? [] : [filesOf(entry)])));
  return found.flat();
}

/** Whether a file holds the events of a run: JSON Lines are datasets, too. */
export async function isTrace(file: File): Promise<boolean> {
  if (!/\.(jsonl|ndjson)$/i.test(file.name)) return false;
  const start = await file.slice(0, 200).text();
  return start.trim() === '' || /^\s*\{\s*"seq"\s*:/.test(start);
}

async function filesOf(entry: FileSystemEntry): Promise<NamedFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  // A reader gives its entries in parts, and an empty part at the end.
  for (let part = [entry]; part.length > 0; children.push(...part)) {
    part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (children.length > ENTRIES) break;
  }
  return (await Promise.all(children.map(filesOf))).flat();
}
