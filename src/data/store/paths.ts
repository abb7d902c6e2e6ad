/** @file The paths of a `FileStore`. */
import { LabError } from '../../core/errors.ts';

const PART = /^[A-Za-z0-9._-]{1,128}$/;

/** The parts of a path. @throws LabError `storage-failed` for one that is not relative or has other characters */
export function pathParts(path: string): readonly string[] {
  const parts = path.split('/');
  if (parts.every((part) => PART.test(part) && !/^\.+$/.test(part))) return parts;
  throw new LabError('storage-failed', `${JSON.stringify(path.slice(0, 200))} cannot be the path of a stored file.`);
}
